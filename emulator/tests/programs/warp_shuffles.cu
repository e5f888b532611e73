// Shuffles of every kind, type and width: reductions, scans, broadcasts, and a transposition within a warp.
#include <cstdio>

__global__ void shuffles(double* out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffff;
  out[lane] = __shfl_sync(all, lane * 1.5, 7);
  out[32 + lane] = __shfl_up_sync(all, lane, 3, 8);
  out[64 + lane] = __shfl_down_sync(all, (float)lane, 3, 16);
  out[96 + lane] = __shfl_xor_sync(all, (long long)lane << 33, 1) >> 33;
  out[128 + lane] = __shfl_sync(all, lane, lane + 5, 4);   // wraps around within its segment
  out[160 + lane] = __shfl_sync(all, (unsigned)lane, -1);  // the last lane
}
__global__ void butterfly(const float* in, float* out) {
  float v = in[threadIdx.x], largest = v;
  for (int mask = 16; mask > 0; mask >>= 1) {
    v += __shfl_xor_sync(0xffffffff, v, mask);
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, mask));
  }
  if (threadIdx.x == 31) out[0] = v, out[1] = largest;
}
__global__ void scan(const int* in, int* out) {
  const int lane = threadIdx.x % 32;
  int v = in[threadIdx.x];
#pragma unroll
  for (int offset = 1; offset < 32; offset <<= 1) {
    const int other = __shfl_up_sync(0xffffffff, v, offset);
    if (lane >= offset) v += other;
  }
  out[threadIdx.x] = v;
}
__global__ void part_of_a_warp(int* out) {
  if (threadIdx.x >= 12) return;
  const unsigned mask = __ballot_sync(0xfff, threadIdx.x < 12);
  int v = threadIdx.x;
  for (int offset = 8; offset > 0; offset /= 2) {
    const int other = __shfl_down_sync(mask, v, offset);
    if (threadIdx.x + offset < 12) v = max(v, other);
  }
  if (threadIdx.x == 0) *out = v * 100000 + mask;
}

int main() {
  double* d;
  float* f;
  int* i;
  cudaMallocManaged(&d, 192 * sizeof(double));
  cudaMallocManaged(&f, 34 * sizeof(float));
  cudaMallocManaged(&i, 128 * sizeof(int));
  shuffles<<<1, 32>>>(d);
  for (int k = 0; k < 32; ++k) f[k] = k % 2 ? -k : k;
  for (int k = 0; k < 64; ++k) i[k] = k % 5;
  cudaDeviceSynchronize();
  for (int row = 0; row < 6; ++row) {
    for (int k = 0; k < 32; k += 3) printf("%g ", d[32 * row + k]);
    printf("\n");
  }
  butterfly<<<1, 32>>>(f, f + 32);
  scan<<<1, 64>>>(i, i + 64);
  cudaDeviceSynchronize();
  printf("sum %g, largest %g\n", f[32], f[33]);
  printf("%d %d %d %d\n", i[64], i[95], i[96], i[127]);
  part_of_a_warp<<<1, 32>>>(i);
  cudaDeviceSynchronize();
  printf("%d\n", *i);
}
