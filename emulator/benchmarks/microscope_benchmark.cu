// What looking costs: three kernels with and without the microscope, in nanoseconds a thread. Not a test: it prints.
// Each figure is the best of several launches, and those of one kernel take turns, so that a busy machine shows in all
// of them alike.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

int measure(const char* what, int n) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  float *x, *y, *z;
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  cudaMalloc(&z, bytes);
  cudaMemset(x, 0, bytes);
  cudaMemset(y, 0, bytes);
  cudaMemset(z, 0, bytes);
  double best = 1e300;
  for (int r = 0; r < 5; ++r) {
    const auto start = std::chrono::steady_clock::now();
    const int blocks = (n + block_size - 1) / block_size;
    if (std::strcmp(what, "add") == 0) add<<<blocks, block_size>>>(x, y, z, n);
    if (std::strcmp(what, "fold") == 0) fold<<<blocks, block_size>>>(x, y, z, n);
    if (std::strcmp(what, "filter") == 0) filter<<<blocks, block_size>>>(x, y, z, n);
    cudaDeviceSynchronize();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
  std::printf("%.4f\n", best * 1e9 / n);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

double answer_of(const std::string& command) {
  double value = 0;
  FILE* const pipe = popen(command.c_str(), "r");
  const bool answered = pipe && std::fscanf(pipe, "%lf", &value) == 1;
  if (!pipe || pclose(pipe) != 0 || !answered) {
    std::printf("does not run: %s\n", command.c_str());
    std::exit(1);
  }
  return value;
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
    double plain = 1e300, one = 1e300, sampled = 1e300, all = 1e300;
    for (int turn = 0; turn < 5; ++turn) {
      plain = std::min(plain, answer_of(self + "_plain" + words));
      one = std::min(one, answer_of("CUDA_EMULATOR_THREADS=1 " + self + "_plain" + words));
      sampled = std::min(sampled, answer_of(always + self + words));
      all = std::min(all, answer_of(always + "CUDA_EMULATOR_BLOCKS=all " + self + words));
    }
    std::printf("%-6s %8s threads: plain emulator %6.2f ns a thread, %6.2f on one OS thread\n", kernel.name, kernel.n,
                plain, one);
    std::printf("  6 blocks looked at   %8.2f ns: %5.1f times the plain emulator\n", sampled, sampled / plain);
    std::printf("  all blocks looked at %8.2f ns: %5.1f times, and %.1f times one OS thread (it looks with one)\n", all,
                all / plain, all / one);
  }
}
