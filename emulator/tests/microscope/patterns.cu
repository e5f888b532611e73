// Accesses whose cost is known beforehand, for counts_test.
#include <cstdio>

__constant__ float weights[32];

__global__ void coalesced(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // both coalesced
}
__global__ void strided(const float* in, float* out) {
  out[threadIdx.x] = in[8 * threadIdx.x];  // a sector a lane
}
__global__ void shifted(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x + 1];  // five sectors
}
__global__ void same(const float* in, float* out) {
  out[threadIdx.x] = in[0];  // broadcast
}
__global__ void wide(const float4* in, float4* out) {
  out[threadIdx.x] = in[threadIdx.x];  // 16 bytes a lane
}
__global__ void columns(float* out) {
  __shared__ float tile[32][32];
  __shared__ float padded[32][33];
  tile[threadIdx.x][0] = 1;    // 32-way
  padded[threadIdx.x][0] = 1;  // none
  __syncwarp();
  out[threadIdx.x] = tile[0][0] + padded[threadIdx.x][0];
}
__global__ void constants(float* out) {
  out[threadIdx.x] = weights[3] + weights[threadIdx.x % 4];  // one and four words
}
__global__ void votes(int* counts) {
  atomicAdd(&counts[threadIdx.x % 2], 1);  // 16 lanes an address
}
__global__ void counters(int* out) {
  __shared__ int count[64];
  const int t = static_cast<int>(threadIdx.x);
  count[t] = count[t + 32] = 0;
  __syncwarp();
  atomicAdd(&count[t % 2], 1);           // ones
  atomicAdd(&count[32 * (t % 2)], 1);    // ones in a bank
  atomicAdd_block(&count[t % 2], 1);     // ones of a block
  atomicAdd_system(&count[t % 2], 1);    // ones of a system
  atomicSub(&count[t % 2], 1);           // ones less
  atomicAdd(&count[t % 2], t);           // values
  atomicAdd(&count[32 * (t % 2)], t);    // values in a bank
  out[t] = atomicAdd(&count[t % 2], 1);  // ones and their order
}
__global__ void branches(float* out) {
  if (threadIdx.x < 8) {
    out[threadIdx.x] = 1;
  } else {
    out[threadIdx.x] = 2;
  }
  out[threadIdx.x + 64] = 3;  // together again
}
__global__ void long_loop(const float* in, float* out) {
  float sum = 0;
  for (int i = 0; i < 20000; ++i) sum += in[(i * 32 + threadIdx.x) % 1024];  // more than a lane keeps
  out[threadIdx.x] = sum;
}

int main() {
  float* in = nullptr;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMemset(in, 0, 4096 * sizeof(float));
  float* const out = in + 2048;
  coalesced<<<2, 32>>>(in, out);
  strided<<<1, 32>>>(in, out);
  shifted<<<1, 32>>>(in, out);
  same<<<1, 32>>>(in, out);
  wide<<<1, 32>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out));
  columns<<<1, 32>>>(out);
  constants<<<1, 32>>>(out);
  votes<<<1, 32>>>(reinterpret_cast<int*>(out));
  counters<<<1, 32>>>(reinterpret_cast<int*>(out));
  branches<<<1, 64>>>(out);
  long_loop<<<1, 64>>>(in, out);
  cudaFree(in);
  return 0;
}
