// Sums in shared memory without the barrier that the loop needs. A block of one warp runs in lockstep, so on a GPU the
// results are right, except where nvcc keeps the sum in a register from turn to turn.
#include <cstdio>

// The other element is never the one that is written, so nvcc stores the sum only after the loop.
__global__ void sum_by_doubling(const int* in, int* out, int n) {
  extern __shared__ int s[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  s[t] = i < n ? in[i] : 0;
  s[t + blockDim.x] = 0;
  __syncthreads();
  for (int c = 0; c < 3; ++c) s[t] = s[t] + s[t + (1 << c)];
  __syncthreads();
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void sum_by_halving(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];  //~ in each iteration of the loop threads read what others store in s without a
  }
  __syncthreads();
  out[t] = s[t];
}
// Each thread takes the value that its right neighbour had one turn earlier, plus one.
__global__ void pass_on(int* out) {
  __shared__ float s[16];
  const int t = threadIdx.x;
  s[t] = static_cast<float>(t);
  __syncthreads();
  for (int turn = 0; turn < 5; ++turn) {
    s[t] = s[(t + 1) % 16] + 1;  //~ in each iteration of the loop threads read what others store in s without a barrier
  }
  __syncthreads();
  out[t] = static_cast<int>(s[t]);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = (i * 11 + 5) % 32;
  const auto show = [&](const char* name, int count) {
    cudaDeviceSynchronize();
    std::printf("%-16s", name);
    for (int i = 0; i < count; ++i) std::printf(" %d", out[i]);
    std::printf("\n");
  };
  sum_by_doubling<<<4, 8, 16 * sizeof(int)>>>(in, out, 30);
  show("by doubling", 4);
  sum_by_halving<<<1, 32>>>(in, out);
  show("by halving", 32);
  pass_on<<<1, 16>>>(out);
  show("passed on", 16);
}
//? plain only
