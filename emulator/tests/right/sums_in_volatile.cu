// A tree of a block through a volatile pointer, with a barrier at the end of each turn, and the last block adds up all.
#include <cstdio>
#include <vector>

constexpr int threads = 128;
__device__ unsigned int finished = 0;

__device__ void fold(volatile float* s, int t) {
  for (int half = threads / 2; half > 0; half /= 2) {
    if (t < half) s[t] = s[t] + s[t + half];
    __syncthreads();
  }
}

__global__ void sum(const float* x, volatile float* partial, float* total, int n) {
  __shared__ float s[threads];
  __shared__ bool last;
  const int t = threadIdx.x, i = blockIdx.x * threads + t;
  s[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  fold(s, t);
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  float mine = 0;
  for (int b = t; b < gridDim.x; b += threads) mine += partial[b];
  s[t] = mine;
  __syncthreads();
  fold(s, t);
  if (t == 0) {
    *total = s[0];
    finished = 0;
  }
}

int main() {
  const int n = 5000, blocks = (n + threads - 1) / threads;
  std::vector<float> x(n, 1.0f);
  float result, *d_x, *partial, *total;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&partial, blocks * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<blocks, threads>>>(d_x, partial, total, n);
  cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", result);
  cudaFree(d_x);
  cudaFree(partial);
  cudaFree(total);
  return result == n ? 0 : 1;
}
