// The odd one of each round is added by the first thread, so the block may have any size.
#include <cstdio>
__global__ void block_sum(const float* x, float* out) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  s[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned n = blockDim.x; n > 1; n = (n + 1) / 2) {
    const unsigned half = (n + 1) / 2;
    if (t < n / 2) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void block_sum_padded(const float* x, float* out) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  s[t] = x[blockIdx.x * blockDim.x + t];
  if (t + blockDim.x < 128) s[t + blockDim.x] = 0.0f;
  __syncthreads();
  for (unsigned half = 64; half > 0; half >>= 1) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] += s[0];
}
int main() {
  const int blocks = 3, threads = 96;
  float h[blocks * threads], sums[blocks], *d, *d_sums;
  for (float& v : h) v = 0.5f;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess || cudaMalloc(&d_sums, sizeof sums) != cudaSuccess) return 3;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  block_sum<<<blocks, threads, threads * sizeof(float)>>>(d, d_sums);
  block_sum_padded<<<blocks, threads>>>(d, d_sums);
  if (cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%f %f\n", sums[0], sums[2]);
  const bool right = sums[0] == 96.0f && sums[2] == 96.0f;
  if (cudaFree(d) != cudaSuccess || cudaFree(d_sums) != cudaSuccess) return 3;
  return !right;
}
