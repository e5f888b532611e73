// nvcc shared_overrun.cu && ./a.out
// A shared array that is too short for its block by one element.
#include <cstdio>

__global__ void shift(int* x) {
  __shared__ int tile[32];
  tile[threadIdx.x + 1] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int* x = nullptr;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  shift<<<1, 32>>>(x);
  std::printf("the kernel: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
