// A declaration of CUDA's min, a function with the name of a shuffle that CUDA has removed, the compiler's atomic
// functions, and an operator that takes references.
#include <cstdio>
#include <cub/cub.cuh>

int min(int a, int b);

__device__ float2 __shfl_down(const float2 v, const unsigned by, const unsigned width = 32) {
  return make_float2(__shfl_down_sync(~0u, v.x, by, width), __shfl_down_sync(~0u, v.y, by, width));
}

struct Minus {
  template <class T>
  __device__ T operator()(T& a, T& b) const {
    return a - b;
  }
};

__global__ void use(int* out, unsigned* counter, float2* pairs) {
  using Difference = cub::BlockAdjacentDifference<int, 32>;
  __shared__ typename Difference::TempStorage storage;
  const int t = threadIdx.x;
  int item[1] = {t * t};
  Difference(storage).SubtractLeft(item, item, Minus());
  pairs[t] = __shfl_down(make_float2(t, -t), 16);
  __nv_atomic_fetch_add(counter, 2u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_max(counter + 1, static_cast<unsigned>(t), __NV_ATOMIC_ACQ_REL);
  unsigned expected = 0;
  if (__nv_atomic_compare_exchange_n(counter + 2, &expected, 7u, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED)) {
    __nv_atomic_store_n(counter + 3, __nv_atomic_load_n(counter + 2, __NV_ATOMIC_ACQUIRE) + 1, __NV_ATOMIC_RELEASE);
  }
  out[t] = min(item[0], 9);
}

int main() {
  int* out;
  unsigned* counter;
  float2* pairs;
  cudaMallocManaged(&out, 32 * sizeof *out);
  cudaMallocManaged(&counter, 4 * sizeof *counter);
  cudaMallocManaged(&pairs, 32 * sizeof *pairs);
  cudaMemset(counter, 0, 4 * sizeof *counter);
  use<<<1, 32>>>(out, counter, pairs);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int t = 0; t < 32; ++t) {
    const int difference = t == 0 ? 0 : 2 * t - 1;
    right = right && out[t] == min(difference, 9) && pairs[t].y == -(t < 16 ? t + 16 : t);
  }
  right = right && counter[0] == 64 && counter[1] == 31 && counter[2] == 7 && counter[3] == 8;
  std::printf("%s\n", right ? "right" : "wrong");
  cudaFree(out);
  cudaFree(counter);
  cudaFree(pairs);
  return right ? 0 : 1;
}
