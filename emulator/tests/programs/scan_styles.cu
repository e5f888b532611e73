// Prefix sums: Hillis and Steele, Blelloch with padding, and a scan of any length that also scans the blocks' sums.
#include <cstdio>
#include <vector>

#define PAD(i) ((i) + ((i) >> 5))
const int block_size = 128;

__global__ void hillis_steele(const int* in, int* out, int n) {
  __shared__ int buffers[2][block_size];
  const int t = threadIdx.x;
  int from = 0;
  buffers[from][t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int offset = 1; offset < block_size; offset *= 2) {
    buffers[1 - from][t] = t >= offset ? buffers[from][t] + buffers[from][t - offset] : buffers[from][t];
    from = 1 - from;
    __syncthreads();
  }
  if (t < n) out[t] = buffers[from][t];
}
__global__ void blelloch(const int* in, int* out, int* sums, int n) {  // exclusive, two elements per thread
  __shared__ int s[PAD(2 * block_size)];
  const int t = threadIdx.x, base = blockIdx.x * 2 * block_size;
  s[PAD(2 * t)] = base + 2 * t < n ? in[base + 2 * t] : 0;
  s[PAD(2 * t + 1)] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
  int offset = 1;
  for (int d = block_size; d > 0; d >>= 1, offset *= 2) {
    __syncthreads();
    if (t < d) s[PAD(offset * (2 * t + 2) - 1)] += s[PAD(offset * (2 * t + 1) - 1)];
  }
  if (t == 0) {
    if (sums) sums[blockIdx.x] = s[PAD(2 * block_size - 1)];
    s[PAD(2 * block_size - 1)] = 0;
  }
  for (int d = 1; d < 2 * block_size; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const int i = PAD(offset * (2 * t + 1) - 1), j = PAD(offset * (2 * t + 2) - 1), x = s[i];
      s[i] = s[j];
      s[j] += x;
    }
  }
  __syncthreads();
  if (base + 2 * t < n) out[base + 2 * t] = s[PAD(2 * t)];
  if (base + 2 * t + 1 < n) out[base + 2 * t + 1] = s[PAD(2 * t + 1)];
}
__global__ void add_sums(int* out, const int* sums, int n) {
  const int i = blockIdx.x * 2 * block_size + threadIdx.x;
  if (i < n) out[i] += sums[blockIdx.x];
  if (i + block_size < n) out[i + block_size] += sums[blockIdx.x];
}
void scan(const int* in, int* out, int n) {
  const int blocks = (n + 2 * block_size - 1) / (2 * block_size);
  int* sums;
  cudaMalloc(&sums, 2 * blocks * sizeof(int));
  blelloch<<<blocks, block_size>>>(in, out, sums, n);
  if (blocks > 1) {
    scan(sums, sums + blocks, blocks);
    add_sums<<<blocks, block_size>>>(out, sums + blocks, n);
  }
  cudaFree(sums);
}

int main() {
  int *in, *out;
  const int largest = 70000;
  cudaMalloc(&in, largest * sizeof(int));
  cudaMalloc(&out, largest * sizeof(int));
  std::vector<int> host(largest), result(largest);
  for (int i = 0; i < largest; ++i) host[i] = i % 9 - 3;
  cudaMemcpy(in, host.data(), largest * sizeof(int), cudaMemcpyHostToDevice);
  hillis_steele<<<1, block_size>>>(in, out, 100);
  cudaMemcpy(result.data(), out, 100 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", result[0], result[1], result[50], result[99]);
  for (int n : {1, 255, 256, 257, 5000, largest}) {
    scan(in, out, n);
    cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0, wrong = 0;
    for (int i = 0; i < n; ++i) wrong += result[i] != sum, sum += host[i];
    printf("n = %d: %d wrong, last %d\n", n, wrong, result[n - 1]);
  }
}
