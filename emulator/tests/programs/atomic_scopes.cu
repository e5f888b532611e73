// Atomics with block scope and with system scope: in shared, managed and mapped memory, and on members of structures.
#include <cstdio>

struct Statistics {
  int count;
  unsigned largest;
  float sum;
  unsigned long long mask;
};
__global__ void gather(const int* data, int n, Statistics* result) {
  __shared__ Statistics local;
  if (threadIdx.x == 0) local = {0, 0, 0, 0};
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd_block(&local.count, 1);
    atomicMax_block(&local.largest, (unsigned)data[i]);
    atomicAdd(&local.sum, (float)data[i]);
    atomicOr(&local.mask, 1ull << data[i] % 64);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&result->count, local.count);
    atomicMax(&result->largest, local.largest);
    atomicAdd(&result->sum, local.sum);
    atomicOr(&result->mask, local.mask);
  }
}
__global__ void tick(int* counter, int turns) {
  for (int i = 0; i < turns; ++i) atomicAdd_system(counter, 1);
}
__global__ void floats(float* smallest, const float* values) {
  // The minimum of floats by way of their bits, since there is no atomicMin for float.
  int* address = (int*)smallest;
  int old = *address, assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, __float_as_int(fminf(values[threadIdx.x], __int_as_float(assumed))));
  } while (assumed != old);
}

int main() {
  const int n = 1000;
  int *data, *counter;
  Statistics* result;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&result, sizeof *result);
  for (int i = 0; i < n; ++i) data[i] = (i * 13) % 40;
  *result = {0, 0, 0, 0};
  gather<<<4, 64>>>(data, n, result);
  cudaDeviceSynchronize();
  printf("%d values, largest %u, sum %.0f, mask %llx\n", result->count, result->largest, result->sum, result->mask);
  cudaHostAlloc(&counter, sizeof(int), cudaHostAllocMapped);
  *counter = 0;
  tick<<<2, 32>>>(counter, 10);
  cudaDeviceSynchronize();
  printf("mapped counter %d\n", *counter);
  float* f;
  cudaMallocManaged(&f, 65 * sizeof(float));
  for (int i = 0; i < 64; ++i) f[1 + i] = 10.5f - (i * 7 % 64) * 0.25f;
  f[0] = 1e9f;
  floats<<<1, 64>>>(f, f + 1);
  cudaDeviceSynchronize();
  printf("smallest %g\n", f[0]);
  cudaFreeHost(counter);
}
