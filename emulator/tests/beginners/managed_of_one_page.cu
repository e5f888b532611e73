// The host reads 2000 bytes of managed memory while the kernel runs: less than a page.
#include <cstdio>
__global__ void squares(int* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = i * i;
}
int main() {
  const int n = 500;
  int* v;
  cudaMallocManaged(&v, n * sizeof(int));
  for (int i = 0; i < n; i++) v[i] = 0;
  squares<<<(n + 127) / 128, 128>>>(v, n);
  long sum = 0;
  for (int i = 0; i < n; i++) sum += v[i];  //~ the host does not wait
  printf("%ld\n", sum);
  cudaFree(v);
  return 0;
}
