// Monte Carlo with a hand-written generator: pi, an integral, a random walk. Every thread has its own sequence.
#include <cstdio>

struct Random {
  unsigned long long state;
  __device__ explicit Random(unsigned long long seed) : state(seed * 6364136223846793005ull + 1442695040888963407ull) {}
  __device__ unsigned next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const unsigned x = (unsigned)(((state >> 18) ^ state) >> 27), r = (unsigned)(state >> 59);
    return __funnelshift_r(x, x, r);
  }
  __device__ double uniform() { return next() * (1.0 / 4294967296.0); }
};

__global__ void pi(int trials, unsigned long long* hits) {
  Random random(blockIdx.x * blockDim.x + threadIdx.x);
  int mine = 0;
  for (int i = 0; i < trials; ++i) {
    const double x = random.uniform(), y = random.uniform();
    mine += x * x + y * y < 1;
  }
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffff, mine, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)mine);
}
__global__ void walk(int steps, int* ends) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  Random random(1000 + id);
  int place = 0;
  for (int i = 0; i < steps; ++i) place += random.next() & 1 ? 1 : -1;
  ends[id] = place;
}

int main() {
  const int blocks = 8, threads = 128, trials = 500;
  unsigned long long* hits;
  int* ends;
  cudaMallocManaged(&hits, sizeof *hits);
  cudaMallocManaged(&ends, blocks * threads * sizeof(int));
  *hits = 0;
  pi<<<blocks, threads>>>(trials, hits);
  walk<<<blocks, threads>>>(100, ends);
  cudaDeviceSynchronize();
  const double total = double(blocks) * threads * trials;
  printf("%llu hits, pi is about %.4f\n", *hits, 4 * *hits / total);
  long long sum = 0, squares = 0;
  int odd = 0;
  for (int i = 0; i < blocks * threads; ++i) {
    sum += ends[i];
    squares += ends[i] * ends[i];
    odd += ends[i] % 2 != 0;
  }
  printf("walks: sum %lld, mean square %.2f, odd ends %d, first %d\n", sum, double(squares) / (blocks * threads), odd,
         ends[0]);
}
