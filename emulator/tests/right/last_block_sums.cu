// The last block to end adds the other blocks' sums, after a fence.
#include <cstdio>
#include <vector>

__device__ unsigned int arrived = 0;

template <unsigned threads>
__device__ float block_sum(float v) {
  __shared__ float s[threads];
  s[threadIdx.x] = v;
  __syncthreads();
  for (unsigned w = threads / 2; w > 0; w >>= 1) {
    if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w];
    __syncthreads();
  }
  return s[0];
}

template <unsigned threads>
__global__ void sum(const float* x, int n, volatile float* partial, float* result) {
  float v = 0;
  for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) v += x[i];
  const float mine = block_sum<threads>(v);
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = mine;
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  const float total = block_sum<threads>(threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0);
  if (threadIdx.x == 0) *result = total;
}

int main() {
  const int n = 4096 + 17, blocks = 12;
  std::vector<float> x(n, 0.5f);
  float *d, *p, *r, h = 0;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&p, blocks * sizeof(float));
  cudaMalloc(&r, sizeof(float));
  cudaMemcpy(d, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int k = 0; k < 2; ++k) {
    sum<128><<<blocks, 128>>>(d, n, p, r);
    cudaMemcpy(&h, r, sizeof h, cudaMemcpyDeviceToHost);
    if (h != 0.5f * n) return std::printf("%f\n", h), 1;
  }
  cudaFree(d);
  cudaFree(p);
  cudaFree(r);
  return 0;
}
