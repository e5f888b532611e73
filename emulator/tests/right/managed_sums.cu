// Kernels add to managed memory by an atomic function, and the host waits for each before it touches any of it.
#include <cstdio>

__global__ void add(const int* x, int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

int main() {
  const int n = 1024;
  int *x, *sum;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  for (int part = 0; part < 3; ++part) {
    for (int i = 0; i < n; ++i) x[i] = part;
    add<<<4, 256>>>(x, sum, n);
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
  }
  cudaFree(x);
  cudaFree(sum);
}
