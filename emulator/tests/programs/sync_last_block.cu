// A sum in one kernel: an atomic counter tells which block finishes last, and that block adds up the others' sums.
#include <cstdio>

__device__ unsigned int finished = 0;

__global__ void sum(const float* in, int n, volatile float* partial, float* out) {
  __shared__ float s[128];
  __shared__ bool last;
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    const unsigned int ticket = atomicInc(&finished, gridDim.x);
    last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    float total = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) total += partial[i];
    s[threadIdx.x] = total;
    __syncthreads();
    if (threadIdx.x == 0) {
      float result = 0;
      for (int i = 0; i < blockDim.x; ++i) result += s[i];
      *out = result;
      finished = 0;
    }
  }
}

int main() {
  const int n = 100000, blocks = 20;
  float *in, *partial, *out, result, *host = new float[n];
  for (int i = 0; i < n; ++i) host[i] = i % 10;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&partial, blocks * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int size : {1, 1000, 99999, n}) {
    sum<<<blocks, 128>>>(in, size, partial, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("sum of %d: %.0f\n", size, result);
  }
  unsigned int counter;
  cudaMemcpyFromSymbol(&counter, finished, sizeof counter);
  printf("counter %u, %s\n", counter, cudaGetErrorString(cudaGetLastError()));
  delete[] host;
}
