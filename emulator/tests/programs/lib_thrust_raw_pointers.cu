// Thrust on memory from cudaMalloc: execution policies, device_ptr, streams, errors as exceptions, calls in a kernel.
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

#include <cstdio>

// The program's own check of CUDA calls. Thrust's calls do not use it.
void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) printf("%s: %s\n", what, cudaGetErrorString(error));
}

__global__ void sort_rows(int* rows, int columns) {
  int* row = rows + threadIdx.x * columns;
  thrust::sort(thrust::seq, row, row + columns);
}

int main() {
  const int n = 1000;
  int* raw;
  check(cudaMalloc(&raw, n * sizeof(int)), "cudaMalloc");
  thrust::sequence(thrust::device, raw, raw + n);
  thrust::device_ptr<int> pointer(raw);
  printf("sum %d, [10] is %d\n", thrust::reduce(pointer, pointer + n), static_cast<int>(pointer[10]));
  thrust::fill(pointer, pointer + 10, 5);
  printf("sum %d\n", thrust::reduce(thrust::device, raw, raw + n, 0));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::transform(thrust::cuda::par.on(stream), raw, raw + n, raw, [] __device__(int x) { return 1000 - x; });
  thrust::inclusive_scan(thrust::cuda::par.on(stream), raw, raw + n, raw);
  int last;
  cudaMemcpyAsync(&last, raw + n - 1, sizeof last, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("last prefix %d\n", last);
  cudaStreamDestroy(stream);

  int on_host[12] = {9, 3, 7, 1, 12, 10, 11, 2, 5, 5, 4, 0};
  cudaMemcpy(raw, on_host, sizeof on_host, cudaMemcpyHostToDevice);
  sort_rows<<<1, 3>>>(raw, 4);
  cudaMemcpy(on_host, raw, sizeof on_host, cudaMemcpyDeviceToHost);
  for (int x : on_host) printf(" %d", x);
  printf("\n");
  thrust::sort(thrust::host, on_host, on_host + 12);
  printf("host policy: %d %d %d\n", on_host[0], on_host[1], on_host[11]);

  thrust::device_ptr<float> made = thrust::device_malloc<float>(4);
  thrust::fill_n(made, 4, 1.5f);
  float* made_raw = thrust::raw_pointer_cast(made);
  float copy[4];
  cudaMemcpy(copy, made_raw, sizeof copy, cudaMemcpyDeviceToHost);
  printf("%g %g\n", copy[0], copy[3]);
  thrust::device_free(made);
  cudaFree(raw);
  try {
    thrust::device_vector<int> huge(1ull << 45);
    printf("that was too much\n");
  } catch (const std::bad_alloc&) {
    printf("bad_alloc\n");
  }
}
