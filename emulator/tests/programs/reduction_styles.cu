// Seven ways to sum: interleaved, sequential, first add on load, unrolled last warp, templates, shuffles, atomics.
#include <cstdio>

const int threads = 128;

__global__ void interleaved(const int* in, int n, int* out) {
  __shared__ int s[threads];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (t % (2 * stride) == 0) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, s[0]);
}
__global__ void strided_index(const int* in, int n, int* out) {
  __shared__ int s[threads];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned index = 2 * stride * t;
    if (index < blockDim.x) s[index] += s[index + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, s[0]);
}
__global__ void add_on_load(const int* in, int n, int* out) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, s[0]);
}
template <unsigned size>
__global__ void unrolled(const int* in, int n, int* out) {
  __shared__ int s[size + 32];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (unsigned i = blockIdx.x * size * 2 + t; i < n; i += gridDim.x * size * 2)
    sum += in[i] + (i + size < n ? in[i + size] : 0);
  s[t] = sum;
  __syncthreads();
  if (size >= 128 && t < 64) s[t] = sum = sum + s[t + 64];
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffff, v, offset);
    if (t == 0) atomicAdd(out, v);
  }
}
__inline__ __device__ int warp_sum(int v) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}
__global__ void two_level(const int* in, int n, int* out) {
  static __shared__ int shared[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
  sum = warp_sum(sum);
  if (lane == 0) shared[warp] = sum;
  __syncthreads();
  sum = threadIdx.x < blockDim.x / warpSize ? shared[lane] : 0;
  if (warp == 0) sum = warp_sum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
__global__ void only_atomics(const int* in, int n, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

int main() {
  const int n = 10007, blocks = (n + threads - 1) / threads;
  int *in, *out, expected = 0;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, 7 * sizeof(int));
  for (int i = 0; i < n; ++i) expected += in[i] = i % 17 - 5;
  for (int i = 0; i < 7; ++i) out[i] = 0;
  interleaved<<<blocks, threads>>>(in, n, out);
  strided_index<<<blocks, threads>>>(in, n, out + 1);
  add_on_load<<<(blocks + 1) / 2, threads, threads * sizeof(int)>>>(in, n, out + 2);
  unrolled<threads><<<8, threads>>>(in, n, out + 3);
  unrolled<64><<<8, 64>>>(in, n, out + 4);
  two_level<<<10, threads>>>(in, n, out + 5);
  only_atomics<<<blocks, threads>>>(in, n, out + 6);
  cudaDeviceSynchronize();
  printf("expected %d:", expected);
  for (int i = 0; i < 7; ++i) printf(" %d", out[i]);
  printf("\n");
}
