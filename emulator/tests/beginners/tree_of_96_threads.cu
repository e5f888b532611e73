// The tree needs a power of two.
#include <cstdio>
#include <cstdlib>
__global__ void blockSum(const float* in, float* out, int n) {
  extern __shared__ float cache[];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  cache[tid] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {  //~ tree of a block that is not a power of two
    if (tid < s) cache[tid] += cache[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = cache[0];
}
int main() {
  const int n = 960, threads = 96, blocks = n / threads;
  float h[n], partial[blocks], *d_in, *d_out;
  for (int i = 0; i < n; i++) h[i] = 1.0f;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, blocks * sizeof(float));
  cudaMemcpy(d_in, h, n * sizeof(float), cudaMemcpyHostToDevice);
  blockSum<<<blocks, threads, threads * sizeof(float)>>>(d_in, d_out, n);
  cudaMemcpy(partial, d_out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  float sum = 0;
  for (int i = 0; i < blocks; i++) sum += partial[i];
  printf("sum %f, expected %d\n", sum, n);
  cudaFree(d_in);
  cudaFree(d_out);
}
