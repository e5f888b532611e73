// __syncthreads, __syncthreads_count, _and and _or; barriers in loops; a producer warp and a consumer warp.
#include <cstdio>

__global__ void counts(const int* in, int* out) {
  const int t = threadIdx.x;
  const int positive = __syncthreads_count(in[t] > 0);
  const int any = __syncthreads_or(in[t] == 7);
  const int all = __syncthreads_and(in[t] < 100);
  if (t == 0) out[0] = positive, out[1] = any != 0, out[2] = all != 0;
}
__global__ void bubble(int* data, int n) {  // odd-even transposition
  extern __shared__ int s[];
  const int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int round = 0;; ++round) {
    int changed = 0;
    for (int phase = 0; phase < 2; ++phase) {
      const int i = 2 * t + phase;
      if (i + 1 < n && s[i] > s[i + 1]) {
        const int x = s[i];
        s[i] = s[i + 1];
        s[i + 1] = x;
        changed = 1;
      }
      __syncthreads();
    }
    if (!__syncthreads_or(changed)) break;
  }
  data[t] = s[t];
}
__global__ void producer_consumer(int* out) {
  __shared__ int slots[2][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int sum = 0;
  for (int i = 0; i <= 4; ++i) {
    if (warp == 0 && i < 4) slots[i % 2][lane] = 100 * i + lane;
    if (warp == 1 && i > 0) sum += slots[(i - 1) % 2][31 - lane];
    __syncthreads();
  }
  if (warp == 1) out[lane] = sum;
}
__global__ void early_exit(int* out) {
  __shared__ int last;
  if (threadIdx.x >= 40) return;  // a barrier does not wait for threads that have returned
  if (threadIdx.x == 39) last = 39;
  __syncthreads();
  if (threadIdx.x == 0) *out = last;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = i % 3 - 1;
  counts<<<1, 64>>>(data, data);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", data[0], data[1], data[2]);
  for (int i = 0; i < 64; ++i) data[i] = (i * 29) % 64;
  bubble<<<1, 64, 64 * sizeof(int)>>>(data, 64);
  cudaDeviceSynchronize();
  int sorted = 1;
  for (int i = 0; i < 64; ++i) sorted &= data[i] == i;
  printf("sorted: %d\n", sorted);
  producer_consumer<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  printf("%d %d\n", data[0], data[31]);
  early_exit<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  printf("%d\n", data[0]);
}
