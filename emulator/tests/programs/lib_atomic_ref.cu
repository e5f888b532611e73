// A histogram with cuda::atomic_ref: block scope in shared memory, device scope in global memory.
#include <cstdio>
#include <cuda/atomic>

constexpr int bins = 16;

__global__ void histogram(const unsigned* values, int count, unsigned* result, float* sum, int* least, int* greatest) {
  __shared__ unsigned local[bins];
  if (threadIdx.x < bins) local[threadIdx.x] = 0;
  __syncthreads();
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> bin(local[values[i] % bins]);
    bin.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(0.25f, cuda::std::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device>(*least).fetch_min(static_cast<int>(values[i] % 1000));
    cuda::atomic_ref<int, cuda::thread_scope_device>(*greatest).fetch_max(static_cast<int>(values[i] % 1000));
  }
  __syncthreads();
  if (threadIdx.x < bins) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> bin(result[threadIdx.x]);
    bin += local[threadIdx.x];
  }
}

int main() {
  const int count = 20000;
  unsigned *values, *result;
  float* sum;
  int* extremes;
  cudaMallocManaged(&values, count * sizeof(unsigned));
  cudaMallocManaged(&result, bins * sizeof(unsigned));
  cudaMallocManaged(&sum, sizeof(float));
  cudaMallocManaged(&extremes, 2 * sizeof(int));
  unsigned state = 11;
  for (int i = 0; i < count; ++i) values[i] = (state = state * 1664525u + 1013904223u) >> 12;
  for (int i = 0; i < bins; ++i) result[i] = 0;
  *sum = 0;
  extremes[0] = 1 << 30;
  extremes[1] = -1;
  histogram<<<8, 128>>>(values, count, result, sum, &extremes[0], &extremes[1]);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < bins; ++i) printf(" %u", result[i]);
  printf("\nsum %.2f least %d greatest %d\n", *sum, extremes[0], extremes[1]);
  cudaFree(values);
  cudaFree(result);
  cudaFree(sum);
  cudaFree(extremes);
}
