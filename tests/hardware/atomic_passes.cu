// nvcc -arch=native tests/hardware/atomic_passes.cu && ncu --metrics
// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum ./a.out
//
// How many passes an atomic addition in shared memory takes on a GPU: each of 8 warps executes 1000 of them, for each
// of the places below. The page of ch10_atomics/histogram shows what an H200 counts.
#include <cstdio>

enum Places { two_words, four_words, one_bank, by_chance, count_of_places };

__device__ int place(Places places, int lane, int turn) {
  switch (places) {
    case two_words:
      return lane % 2;
    case four_words:
      return lane % 4;
    case one_bank:
      return lane * 32;
    default:
      return static_cast<int>((lane * 2654435761u ^ turn * 40503u) * 2246822519u >> 24);
  }
}

enum class Add { one, value, one_and_use, one_in_block, one_in_system, difference, increment };

template <Add add>
__global__ void add_kernel(Places places, unsigned value, unsigned* out) {
  __shared__ unsigned count[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) count[i] = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  unsigned sum = 0;
  for (int turn = 0; turn < 1000; ++turn) {
    unsigned* const p = &count[place(places, lane, turn)];
    if (add == Add::one) atomicAdd(p, 1u);
    if (add == Add::value) atomicAdd(p, value);
    if (add == Add::one_and_use) sum += atomicAdd(p, 1u);
    if (add == Add::one_in_block) atomicAdd_block(p, 1u);
    if (add == Add::one_in_system) atomicAdd_system(p, 1u);
    if (add == Add::difference) atomicSub(p, 1u);
    if (add == Add::increment) atomicInc(p, 0xffffffff);
  }
  __syncthreads();
  out[threadIdx.x] = count[threadIdx.x] + sum;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 256 * sizeof *out);
  for (int i = 0; i < count_of_places; ++i) {
    const Places places = static_cast<Places>(i);
    add_kernel<Add::one><<<1, 256>>>(places, 3, out);
    add_kernel<Add::value><<<1, 256>>>(places, 3, out);
    add_kernel<Add::one_and_use><<<1, 256>>>(places, 3, out);
    add_kernel<Add::one_in_block><<<1, 256>>>(places, 3, out);
    add_kernel<Add::one_in_system><<<1, 256>>>(places, 3, out);
    add_kernel<Add::difference><<<1, 256>>>(places, 3, out);
    add_kernel<Add::increment><<<1, 256>>>(places, 3, out);
  }
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
}
