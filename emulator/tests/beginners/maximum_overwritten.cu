// All threads read the largest element, and thread 0 may store over it before the others have read it.
//? plain
#include <stdio.h>

__global__ void normalise(const float* x, float* y) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] = fmaxf(s[t], s[t + k]);
    __syncthreads();
  }
  float largest = s[0];
  s[t] = expf(x[t] - largest);  //~ s
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  y[t] = expf(x[t] - largest) / s[0];
}

int main() {
  float h[256], *x, *y;
  for (int i = 0; i < 256; i++) h[i] = i * 37 % 256;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&y, sizeof(h));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  normalise<<<1, 256>>>(x, y);
  cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[5], h[0]);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
