// The mean is taken while other threads still add.
#include <stdio.h>
__global__ void mean(const float* x, int n, float* sum, float* result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
  __syncthreads();
  if (i == 0) *result = *sum / n;  //~ race in global memory
}
int main() {
  const int n = 2000;
  float h[n], *x, *s, *m, r;
  for (int i = 0; i < n; i++) h[i] = 3.0f;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&s, sizeof(float));
  cudaMalloc(&m, sizeof(float));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(s, 0, sizeof(float));
  mean<<<(n + 255) / 256, 256>>>(x, n, s, m);
  cudaMemcpy(&r, m, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", r);
  cudaFree(x);
  cudaFree(s);
  cudaFree(m);
  return 0;
}
