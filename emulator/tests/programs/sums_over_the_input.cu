// Each block stores its sum in the input, at the index of the block. Without a barrier across the whole grid this is a
// race with the blocks that read those elements. On a GPU the result is right: blocks start in order, and the first
// blocks have read their elements before the first sum is stored.
#include <cstdio>
#include <vector>

constexpr int block_size = 256;

__global__ void sum_in_place(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (threadIdx.x % (2 * stride) == 0 && i + stride < n) data[i] += data[i + stride];
  }
  if (threadIdx.x == 0) data[blockIdx.x] = data[blockIdx.x * blockDim.x];
}

int main() {
  const int n = block_size * block_size;
  const std::vector<float> ones(n, 1.0f);
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  int wrong = 0;
  for (int turn = 0; turn < 50; ++turn) {
    cudaMemcpy(data, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    int left = n;
    while (left > 1) {
      const int blocks = (left + block_size - 1) / block_size;
      sum_in_place<<<blocks, block_size>>>(data, left);
      left = blocks;
    }
    float sum;
    cudaMemcpy(&sum, data, sizeof sum, cudaMemcpyDeviceToHost);
    if (sum != n) ++wrong;
  }
  printf("%d wrong sums\n", wrong);
  cudaFree(data);
}
