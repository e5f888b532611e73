// Lanes of a warp that exchange values through volatile memory without __syncwarp, as code from before 2017 does.
#include <cstdio>

template <unsigned size>
__device__ void fold(volatile int* sums, unsigned t) {
  if (size >= 64) sums[t] += sums[t + 32];  //~ lanes read what others store in volatile sums without __syncwarp()
  if (size >= 32) sums[t] += sums[t + 16];
  if (size >= 16) sums[t] += sums[t + 8];
  if (size >= 8) sums[t] += sums[t + 4];
  if (size >= 4) sums[t] += sums[t + 2];
  if (size >= 2) sums[t] += sums[t + 1];
}
template <unsigned size>
__global__ void sum(const int* in, int* out) {
  extern __shared__ int sums[];
  const unsigned t = threadIdx.x;
  sums[t] = in[blockIdx.x * size + t];
  __syncthreads();
  for (unsigned half = size / 2; half > 32; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t < 32) fold<size>(sums, t);
  if (t == 0) out[blockIdx.x] = sums[0];
}

// In global memory, and a maximum with a condition around the store.
__global__ void largest(int* data) {
  const int t = threadIdx.x;
  if (t < 32) {
    volatile int* v = data;
    for (int half = 32; half > 0; half /= 2)
      if (v[t] < v[t + half]) v[t] = v[t + half];  //~ lanes read what others store in volatile v without __syncwarp()
  }
}

// Every lane reads what its neighbour wrote in the previous statement. Zeros to the left make a comparison unnecessary.
__device__ int scan_warp(int value, volatile int* place) {
  int i = 2 * threadIdx.x - (threadIdx.x & 31);
  place[i] = 0;  //~ lanes read what others store in volatile place without __syncwarp()
  i += 32;
  int sum = place[i] = value;
  for (int distance = 1; distance < 32; distance *= 2) place[i] = sum = sum + place[i - distance];
  return sum;
}
__global__ void scan(int* data) {
  __shared__ int place[128];
  data[threadIdx.x] = scan_warp(data[threadIdx.x], place);
}
// One warp and no barrier at all.
__global__ void swap_halves(int* data) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  tile[t] = data[t];  //~ threads read what others store in tile without a barrier
  data[t] = tile[(t + 16) % 32];
}
__global__ void reverse(int* data) {
  __shared__ volatile int tile[32];
  const int t = threadIdx.x;
  tile[t] = data[t];  //~ lanes read what others store in volatile tile without __syncwarp()
  data[t] = tile[31 - t];
}

int main() {
  const int n = 1024;
  int *data, *out;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = i * 7919 % 101;
  sum<256><<<n / 256, 256, 256 * sizeof(int)>>>(data, out);
  sum<64><<<2, 64, 64 * sizeof(int)>>>(data, out + 4);
  cudaDeviceSynchronize();
  printf("sums: %d %d %d %d, %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);

  scan<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i += 9) printf("%d ", data[i]);
  printf("\n");
  reverse<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  printf("reversed: %d %d %d\n", data[0], data[1], data[31]);
  swap_halves<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  printf("swapped: %d %d %d\n", data[0], data[1], data[31]);
  largest<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  printf("largest: %d\n", data[0]);
  return 0;
}
//? plain only
