// Dynamic parallelism: a kernel that launches kernels.
#include <cstdio>

__global__ void child(int depth, int parent) {
  printf("%*schild of %d: block %d\n", 2 * depth, "", parent, blockIdx.x);
  if (depth < 3) child<<<1, 1>>>(depth + 1, 10 * parent);
}
__global__ void parent(int* total) {
  if (threadIdx.x == 0) {
    printf("parent\n");
    child<<<1, 1>>>(1, 7);
  }
  atomicAdd(total, 1);
}

int main() {
  int* total;
  cudaMallocManaged(&total, sizeof(int));
  *total = 0;
  parent<<<1, 64>>>(total);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s, %d threads\n", cudaGetErrorString(error), *total);
  cudaFree(total);
}
