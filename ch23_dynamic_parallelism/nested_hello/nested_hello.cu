// nvcc -rdc=true nested_hello.cu && ./a.out
//
// A kernel that launches a kernel: 8 threads launch 4, those launch 2, those launch 1. A parent cannot wait for its
// child, but a tail launch starts when the grid that launched it and all of its children have ended.
#include <cstdio>
#include <cstdlib>

__device__ int greetings;

__global__ void end_kernel(int depth) {
  printf("depth %d: this grid and all grids below it have ended\n", depth);
}

// Each grid is one block. Only its thread 0 launches the next grid, so that there is one grid and not one per thread.
__global__ void hello_kernel(int depth) {
  printf("depth %d: hello from thread %d of %d\n", depth, threadIdx.x, blockDim.x);
  atomicAdd(&greetings, 1);
  if (threadIdx.x > 0) return;

  if (blockDim.x > 1) hello_kernel<<<1, blockDim.x / 2>>>(depth + 1);
  end_kernel<<<1, 1, 0, cudaStreamTailLaunch>>>(depth);

  // Launches can fail here as on the host: each thread has its own last error.
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) printf("depth %d: %s\n", depth, cudaGetErrorString(error));
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

int main() {
  hello_kernel<<<1, 8>>>(0);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());  // waits for the kernel and for all grids below it

  int counted = 0;
  check(cudaMemcpyFromSymbol(&counted, greetings, sizeof(counted)));
  const int expected = 8 + 4 + 2 + 1;
  std::printf("%d greetings, %d expected\n", counted, expected);
  return counted == expected ? 0 : 1;
}
