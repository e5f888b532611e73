// Many blocks, right and wrong ones: what the microscope says of them must not depend on how many OS threads look.
#include <cstdio>
#include <vector>

constexpr int blocks = 40, block_size = 64, n = blocks * block_size;

__global__ void neighbours(const int* in, int* out) {
  __shared__ int tile[block_size + 1];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  tile[t] = in[i];
  if (t == 0 && i + block_size < n) tile[block_size] = in[i + block_size];
  __syncthreads();
  out[i] = tile[t] + tile[t + 1];  // the last block: unwritten
}

__global__ void overlap(int* out) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  out[i] = i;
  if (threadIdx.x == 0 && i > 0) out[i - 1] = out[i];  // the neighbour's
}

__global__ void missing_barrier(int* out) {
  __shared__ int tile[block_size];
  tile[threadIdx.x] = threadIdx.x;
  if (blockIdx.x % 3 != 1) __syncthreads();
  out[blockIdx.x * block_size + threadIdx.x] = tile[block_size - 1 - threadIdx.x];
}

// Where an element lands depends on the order of the blocks, and so do the sectors.
__global__ void keep_even(const int* in, int* out, int* count) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (in[i] % 2 == 0) out[atomicAdd(count, 1)] = in[i];
}

__global__ void histogram(const int* in, unsigned* bins) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[in[blockIdx.x * block_size + threadIdx.x] % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

// The last block adds up what the others left.
__global__ void sum(const int* in, int* partial, int* ticket, int* result) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, in[blockIdx.x * block_size + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = total;
  __threadfence();
  if (atomicAdd(ticket, 1) != blocks - 1) return;
  __threadfence();
  int all = 0;
  for (int b = 0; b < blocks; ++b) all += partial[b];
  *result = all;
}

// Each block waits for the one before it.
__global__ void chain(const int* in, volatile int* flag, int* running) {
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0) {
    while (flag[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    before = running[blockIdx.x - 1];
  }
  running[blockIdx.x] = before + in[blockIdx.x * block_size];
  __threadfence();
  flag[blockIdx.x] = 1;
}

// The blocks' sums are not ordered.
__global__ void no_fence(const int* in, int* partial, int* ticket, int* result) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x * block_size];
  if (atomicAdd(ticket, 1) == blocks - 1) *result = partial[0] + partial[blocks / 2];
}

__global__ void past_the_end(const int* in, int* out) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i % 100 == 0) out[i] = in[i + 1 + n / 2];
}

int main() {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = i * 7919 % 1000;
  int *in, *out, *words;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&words, 256 * sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, n * sizeof(int));
  const auto show = [&](const char* what, const int* from, int count) {
    std::vector<int> result(count);
    cudaMemcpy(result.data(), from, count * sizeof(int), cudaMemcpyDeviceToHost);
    long long total = 0;
    for (int i = 0; i < count; ++i) total = total * 31 % 1000003 + result[i];
    std::printf("%s %lld\n", what, total);
    cudaMemset(words, 0, 256 * sizeof(int));
  };
  cudaMemset(words, 0, 256 * sizeof(int));
  neighbours<<<blocks, block_size>>>(in, out);
  show("neighbours", out, n - 1);
  overlap<<<blocks, block_size>>>(out);
  missing_barrier<<<blocks, block_size>>>(out);
  keep_even<<<blocks, block_size>>>(in, out, words);
  show("keep_even", out, n / 2);
  histogram<<<blocks, block_size>>>(in, reinterpret_cast<unsigned*>(words));
  show("histogram", words, 16);
  sum<<<blocks, block_size>>>(in, out, words, words + 1);
  show("sum", words, 2);
  chain<<<blocks, block_size>>>(in, words, words + 128);
  show("chain", words, 256);
  no_fence<<<blocks, block_size>>>(in, out, words, words + 1);
  past_the_end<<<blocks, block_size>>>(in, out);
  cudaFree(in);
  cudaFree(out);
  cudaFree(words);
}
