// A kernel may declare 48 KB of __shared__ variables.
#include <cstdio>

__global__ void fill(int* x) {
  __shared__ int tile[13000];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[31 - threadIdx.x];
}

int main() {
  int* x = nullptr;
  cudaMalloc(&x, 32 * sizeof(int));
  fill<<<1, 32>>>(x);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
