// <<<threads, blocks>>>, the wrong way round.
//? plain
//= 4096 threads in a block (numBlocks = (N + numThreads - 1) / numThreads, with N = 1048576, numThreads = 256)
#include <stdio.h>

const int N = 1 << 20;

__global__ void fill(int* array) {
  int index = threadIdx.x + blockIdx.x * blockDim.x;
  if (index < N) array[index] = index;
}

int main(void) {
  int* dev_array;
  int numThreads = 256;
  int numBlocks = (N + numThreads - 1) / numThreads;
  cudaMalloc(&dev_array, N * sizeof(int));
  cudaMemset(dev_array, 0, N * sizeof(int));
  fill<<<numThreads, numBlocks>>>(dev_array);  //~ launch that failed
  int last;
  cudaMemcpy(&last, dev_array + N - 1, sizeof(int), cudaMemcpyDeviceToHost);
  printf("last element: %d\n", last);
  cudaFree(dev_array);
  return 0;
}
