// The number of blocks is rounded down, here to 0.
//? plain
//= a grid of 0 blocks (blocksPerGrid = numElements / threadsPerBlock, with numElements = 100, threadsPerBlock = 256)
//= round it up
#include <stdio.h>
#include <stdlib.h>

__global__ void scale(float* values, float factor, int numElements) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < numElements) values[i] *= factor;
}

void run(int numElements) {
  float* h_values = (float*)malloc(numElements * sizeof(float));
  for (int i = 0; i < numElements; ++i) h_values[i] = rand() / (float)RAND_MAX;
  float* d_values = NULL;
  cudaMalloc((void**)&d_values, numElements * sizeof(float));
  cudaMemcpy(d_values, h_values, numElements * sizeof(float), cudaMemcpyHostToDevice);

  int threadsPerBlock = 256;
  int blocksPerGrid = numElements / threadsPerBlock;
  printf("launch with %d blocks of %d threads\n", blocksPerGrid, threadsPerBlock);
  scale<<<blocksPerGrid, threadsPerBlock>>>(d_values, 2.0f, numElements);  //~ launch that failed
  cudaMemcpy(h_values, d_values, numElements * sizeof(float), cudaMemcpyDeviceToHost);
  printf("done: %f\n", h_values[0]);
  cudaFree(d_values);
  free(h_values);
}

int main() {
  run(100);
  return 0;
}
