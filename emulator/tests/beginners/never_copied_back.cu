// The copy of the result to the host was forgotten.
//= what kernels write stays on the device until cudaMemcpy(..., cudaMemcpyDeviceToHost) copies it
#include <stdio.h>

__global__ void doubleAll(int* a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i] = 2 * a[i];
}

int main() {
  int a[100];
  for (int i = 0; i < 100; i++) a[i] = i;
  int* dev_a;
  cudaMalloc(&dev_a, sizeof(a));
  cudaMemcpy(dev_a, a, sizeof(a), cudaMemcpyHostToDevice);
  doubleAll<<<1, 128>>>(dev_a, 100);  //~ finding: result that is never copied back
  cudaDeviceSynchronize();
  for (int i = 0; i < 5; i++) printf("%d ", a[i]);
  printf("\n");
  cudaFree(dev_a);
  return 0;
}
