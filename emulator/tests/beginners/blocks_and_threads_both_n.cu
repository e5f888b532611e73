// As many blocks as elements, and as many threads in each as well: each block does all of the work once more.
#include <stdio.h>
#define N 256
__global__ void add(int* a, int* b, int* c) {
  int i = threadIdx.x;
  c[i] += a[i] + b[i];  //~ race in global memory
}
int main() {
  int a[N], b[N], c[N];
  int *dev_a, *dev_b, *dev_c;
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = i * i;
    c[i] = 0;
  }
  cudaMalloc((void**)&dev_a, N * sizeof(int));
  cudaMalloc((void**)&dev_b, N * sizeof(int));
  cudaMalloc((void**)&dev_c, N * sizeof(int));
  cudaMemcpy(dev_a, a, N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dev_b, b, N * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dev_c, c, N * sizeof(int), cudaMemcpyHostToDevice);
  add<<<N, N>>>(dev_a, dev_b, dev_c);
  cudaMemcpy(c, dev_c, N * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 5; i++) printf("%d + %d = %d\n", a[i], b[i], c[i]);
  cudaFree(dev_a);
  cudaFree(dev_b);
  cudaFree(dev_c);
  return 0;
}
