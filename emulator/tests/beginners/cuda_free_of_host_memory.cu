// CUDA's functions for memory that they did not allocate, and one for another's.
#include <cstdio>
#include <cstdlib>

__global__ void add_one(int* a) {
  a[threadIdx.x] += 1;
}

int main() {
  int *d, *pinned, *h = (int*)malloc(64 * sizeof(int)), *array = new int[64];
  cudaMallocHost(&pinned, 64 * sizeof(int));
  cudaMalloc(&d, 64 * sizeof(int));
  for (int i = 0; i < 64; i++) h[i] = array[i] = pinned[i] = i;
  cudaMemcpy(d, h, 64 * sizeof(int), cudaMemcpyHostToDevice);
  add_one<<<1, 64>>>(d);
  cudaMemcpy(pinned, d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", pinned[5] + array[5]);
  cudaFree(h);          //~ cudaFree did nothing
  cudaFreeHost(array);  //~ cudaFreeHost did nothing
  cudaFree(pinned);     //~ cudaFree did nothing
  cudaFreeHost(d);      //~ cudaFreeHost did nothing
  return 0;
}
