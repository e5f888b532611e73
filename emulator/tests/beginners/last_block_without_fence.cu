// The last block adds partial sums that nothing has made visible.
#include <cstdio>
__device__ unsigned int retired = 0;
__global__ void sumAll(const int* in, int* partial, int* total, int n) {
  __shared__ int s[128];
  __shared__ bool last;
  int t = threadIdx.x, acc = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) acc += in[i];
  s[t] = acc;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
    last = atomicAdd(&retired, 1) == gridDim.x - 1;  //~ no __threadfence() stands between its store to partial
  }
  __syncthreads();
  if (last && t == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; b++) sum += partial[b];  //~ race in global memory
    *total = sum;
  }
}
int main() {
  const int n = 4096;
  int* h = new int[n];
  for (int i = 0; i < n; i++) h[i] = 1;
  int *in, *partial, *total, result;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&partial, 8 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  sumAll<<<6, 128>>>(in, partial, total, n);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(in), cudaFree(partial), cudaFree(total);
  delete[] h;
}
