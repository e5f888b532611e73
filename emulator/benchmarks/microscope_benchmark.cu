// What looking costs: a vector addition with and without the microscope, in nanoseconds a thread. Not a test: it
// prints.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

__global__ void add(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

int measure(int n) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  float *x, *y, *z;
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  cudaMalloc(&z, bytes);
  cudaMemset(x, 0, bytes);
  cudaMemset(y, 0, bytes);
  cudaMemset(z, 0, bytes);
  double best = 1e300;
  for (int r = 0; r < 9; ++r) {
    const auto start = std::chrono::steady_clock::now();
    add<<<(n + 255) / 256, 256>>>(x, y, z, n);
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

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) return measure(std::atoi(argv[1]));
  const std::string self = argv[0], always = "CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_LAUNCHES=all ";
  for (const char* n : {"1000000", "10000000"}) {
    const std::string words = std::string(" ") + n;
    const double plain = answer_of(self + "_plain" + words),
                 one = answer_of("CUDA_EMULATOR_THREADS=1 " + self + "_plain" + words);
    const double sampled = answer_of(always + self + words);
    const double all = answer_of(always + "CUDA_EMULATOR_BLOCKS=all " + self + words);
    std::printf("vector add of %s: plain %.2f ns a thread, %.2f on one OS thread\n", n, plain, one);
    std::printf("  microscope, 6 blocks looked at   %7.2f ns: %5.1f times the plain emulator\n", sampled,
                sampled / plain);
    std::printf(
        "  microscope, all blocks looked at %7.2f ns: %5.1f times, %.1f times one OS thread (it looks with one)\n", all,
        all / plain, all / one);
  }
}
