// Two arrays of dynamic shared memory, which have the same address.
//? plain
#include <cuda_runtime.h>

#include <cstdio>
__global__ void swapEnds(const float* x, const float* weight, float* out, int n) {
  extern __shared__ float values[];
  extern __shared__ float weights[];  //~ weights begins where values does
  int t = threadIdx.x;
  values[t] = t < n ? x[t] : 0;
  weights[t] = t < n ? weight[t] : 0;
  __syncthreads();
  if (t < n) out[t] = values[n - 1 - t] * weights[t];
}
int main() {
  const int n = 100;
  float h[n], *x, *w, *out;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&w, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(w, h, sizeof(h), cudaMemcpyHostToDevice);
  swapEnds<<<1, 128, 2 * 128 * sizeof(float)>>>(x, w, out, n);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[3]);
  cudaFree(x);
  cudaFree(w);
  cudaFree(out);
}
