// The cost of the microscope: three kernels with and without it, in nanoseconds per thread. Not a test: it prints. Each
// figure is the best of several launches, and the launches of one kernel alternate, so that a busy machine affects all
// figures equally. The processor's time, of all OS threads together, is hardly affected.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

constexpr int block_size = 256;

__global__ void add(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

// Barriers and shared memory.
__global__ void fold(const float* x, const float*, float* partial, int n) {
  __shared__ float tile[block_size];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

// A loop of loads.
__global__ void filter(const float* x, const float* weight, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) {
    if (i + k < n) sum += weight[k] * x[i + k];
  }
  y[i] = sum;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

int measure(const char* what, int n) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  float *x, *y, *z;
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  cudaMalloc(&z, bytes);
  cudaMemset(x, 0, bytes);
  cudaMemset(y, 0, bytes);
  cudaMemset(z, 0, bytes);
  double best = 1e300, best_work = 1e300;
  for (int r = 0; r < 5; ++r) {
    const auto start = std::chrono::steady_clock::now();
    const double work_before = processor_seconds();
    const int blocks = (n + block_size - 1) / block_size;
    if (std::strcmp(what, "add") == 0) add<<<blocks, block_size>>>(x, y, z, n);
    if (std::strcmp(what, "fold") == 0) fold<<<blocks, block_size>>>(x, y, z, n);
    if (std::strcmp(what, "filter") == 0) filter<<<blocks, block_size>>>(x, y, z, n);
    cudaDeviceSynchronize();
    best_work = std::min(best_work, processor_seconds() - work_before);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  std::printf("%.4f %.4f\n", best * 1e9 / n, best_work * 1e9 / n);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

struct Cost {  // nanoseconds per thread: elapsed, and processor time
  double time = 1e300, work = 1e300;
};
void better(Cost& cost, const std::string& command) {
  Cost one;
  FILE* const pipe = popen(command.c_str(), "r");
  const bool answered = pipe && std::fscanf(pipe, "%lf %lf", &one.time, &one.work) == 2;
  if (!pipe || pclose(pipe) != 0 || !answered) {
    std::printf("does not run: %s\n", command.c_str());
    std::exit(1);
  }
  cost = {std::min(cost.time, one.time), std::min(cost.work, one.work)};
}

struct Kernel {
  const char *name, *n;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2) return measure(argv[1], std::atoi(argv[2]));
  const std::string self = argv[0], always = "CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_LAUNCHES=all ";
  for (const Kernel kernel :
       {Kernel{"add", "1000000"}, {"add", "10000000"}, {"filter", "1000000"}, {"fold", "1000000"}}) {
    const std::string words = std::string(" ") + kernel.name + " " + kernel.n;
    Cost plain, one, sampled, all, all_one;
    for (int turn = 0; turn < 5; ++turn) {
      better(plain, self + "_plain" + words);
      better(one, "CUDA_EMULATOR_THREADS=1 " + self + "_plain" + words);
      better(sampled, always + self + words);
      better(all, always + "CUDA_EMULATOR_BLOCKS=all " + self + words);
      better(all_one, always + "CUDA_EMULATOR_BLOCKS=all CUDA_EMULATOR_THREADS=1 " + self + words);
    }
    std::printf("%-6s %8s threads: plain emulator %.2f ns a thread (processors %.2f), %.2f on one OS thread\n",
                kernel.name, kernel.n, plain.time, plain.work, one.time);
    const auto print = [](const char* what, const Cost& cost, const Cost& than) {
      std::printf("  %-34s %8.2f ns: %5.1f times the plain emulator, %5.1f times its processors' time\n", what,
                  cost.time, cost.time / than.time, cost.work / than.work);
    };
    print("as many blocks as are cheap", sampled, plain);
    print("all blocks checked", all, plain);
    print("all blocks, both on one OS thread", all_one, one);
  }
}
