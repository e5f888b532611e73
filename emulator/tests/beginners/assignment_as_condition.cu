// One = too few: no thread is the first.
//? plain
#include <cstdio>
__global__ void maximum(const int* v, int n, int* result) {
  int tid = threadIdx.x;
  if (tid = 0) {  //~ = gives tid the value 0
    int m = v[0];
    for (int i = 1; i < n; i++)
      if (v[i] > m) m = v[i];
    *result = m;
  }
}
int main() {
  int v[100], *d_v, *d_r, r = -1;
  for (int i = 0; i < 100; i++) v[i] = (i * 37) % 101;
  cudaMalloc(&d_v, sizeof(v));
  cudaMalloc(&d_r, sizeof(int));
  cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
  cudaMemset(d_r, 0, sizeof(int));
  maximum<<<1, 32>>>(d_v, 100, d_r);
  cudaMemcpy(&r, d_r, sizeof(int), cudaMemcpyDeviceToHost);
  printf("max %d\n", r);
  cudaFree(d_v);
  cudaFree(d_r);
}
