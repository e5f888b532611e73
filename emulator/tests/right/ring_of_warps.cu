// Producers and consumers of one block: a full word and an empty word for each slot of a ring.
#include <cstdio>
#include <cuda/atomic>
constexpr int slots = 4, items = 24;
__global__ void ring(const int* in, int* out) {
  __shared__ int data[slots];
  __shared__ cuda::atomic<int, cuda::thread_scope_block> state[slots];
  if (threadIdx.x < slots) state[threadIdx.x].store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 0; k < items; ++k) {
      while (state[k % slots].load(cuda::memory_order_acquire) != 0) {
      }
      data[k % slots] = in[k] * 2;
      state[k % slots].store(1, cuda::memory_order_release);
    }
  }
  if (threadIdx.x == 32) {
    for (int k = 0; k < items; ++k) {
      while (state[k % slots].load(cuda::memory_order_acquire) != 1) {
      }
      out[k] = data[k % slots];
      state[k % slots].store(0, cuda::memory_order_release);
    }
  }
}
int main() {
  int h[items], *in, *out;
  for (int i = 0; i < items; ++i) h[i] = i;
  if (cudaMalloc(&in, sizeof h) != cudaSuccess || cudaMalloc(&out, sizeof h) != cudaSuccess) return 3;
  if (cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  ring<<<1, 64>>>(in, out);
  if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%d %d\n", h[0], h[items - 1]);
  if (cudaFree(in) != cudaSuccess || cudaFree(out) != cudaSuccess) return 3;
  return h[items - 1] != 2 * (items - 1);
}
