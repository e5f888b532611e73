// Each block makes a sum, and the host takes the one of the first block.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void blockSum(const float* in, float* out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main() {
  const int n = 10000;
  std::vector<float> h(n, 1.0f);
  int blocks = (n + 255) / 256;
  float *d, *o;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&o, blocks * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  blockSum<<<blocks, 256>>>(d, o, n);
  float sum;
  cudaMemcpy(&sum, o, sizeof(float), cudaMemcpyDeviceToHost);  //~ result of which only a part was copied back
  printf("sum %f\n", sum);
  cudaFree(d);
  cudaFree(o);
}
