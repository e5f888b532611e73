// The merged list gets the length of one of its parts: the host writes far past the end of managed memory.
#include <stdio.h>

int main() {
  const int n = 3400, m = 400;
  float *a, *merged;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&merged, m * sizeof(float));
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) merged[i] = a[i];  //~ past the end of managed memory (1600 bytes, allocated at
  printf("%f\n", merged[n - 1]);
  cudaFree(a);
  cudaFree(merged);
  return 0;
}
