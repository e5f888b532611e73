// nvcc uniform_normal.cu -lcurand && ./a.out
//
// 100000 uniform and 100000 normal numbers, made on the device by cuRAND's generator XORWOW. A generator on the host
// with the same seed makes the same numbers, so it can check them.
#include <cuda_runtime.h>
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
  do {                                                                                          \
    const auto status = (call); /* cudaError_t or curandStatus_t: 0 is success in both */       \
    if (status != 0) {                                                                          \
      std::fprintf(stderr, "%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, (int)(status)); \
      std::exit(3);                                                                             \
    }                                                                                           \
  } while (0)

constexpr int n = 100000;  // even: normal numbers are made in pairs, and XORWOW rejects odd counts
constexpr unsigned long long seed = 1234;

// Prints the first numbers, their mean and variance. Returns whether those are as expected, and every number equals the
// host's except for the last digits, in which logarithms and cosines differ.
bool check_numbers(const char* name, const std::vector<double>& x, const std::vector<double>& host, double mean,
                   double variance, double allowed) {
  double sum = 0, squares = 0, error = 0;
  for (int i = 0; i < n; ++i) {
    const double e = std::fabs(x[i] - host[i]);
    error = e <= error ? error : e;  // this form keeps a NaN
    sum += x[i];
    squares += (x[i] - mean) * (x[i] - mean);
  }
  std::printf("%s: %.6f %.6f %.6f ... mean %.4f, variance %.4f; largest difference from the host's numbers %.1e\n",
              name, x[0], x[1], x[2], sum / n, squares / n, error);
  // A mean of n numbers is off by sqrt(variance / n), and the mean of the squares by at most sqrt(2 / n) * variance.
  return error <= allowed && std::fabs(sum / n - mean) < 6 * std::sqrt(variance / n) &&
         std::fabs(squares / n - variance) < 6 * std::sqrt(2.0 / n) * variance;
}

int main() {
  std::vector<double> uniform(n), normal(n), host(n);
  double* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(double)));

  curandGenerator_t generator, on_host;
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW));
  CHECK(curandCreateGeneratorHost(&on_host, CURAND_RNG_PSEUDO_XORWOW));
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, seed));
  CHECK(curandSetPseudoRandomGeneratorSeed(on_host, seed));

  CHECK(curandGenerateUniformDouble(generator, d_x, n));  // in (0, 1]: 1 is possible, 0 is not
  CHECK(cudaMemcpy(uniform.data(), d_x, n * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(curandGenerateUniformDouble(on_host, host.data(), n));
  bool right = check_numbers("uniform", uniform, host, 0.5, 1.0 / 12, 0);

  // Mean 0, standard deviation 1. The generator continues its sequence.
  CHECK(curandGenerateNormalDouble(generator, d_x, n, 0.0, 1.0));
  CHECK(cudaMemcpy(normal.data(), d_x, n * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(curandGenerateNormalDouble(on_host, host.data(), n, 0.0, 1.0));
  right = check_numbers("normal", normal, host, 0, 1, 1e-12) && right;

  CHECK(curandDestroyGenerator(generator));
  CHECK(curandDestroyGenerator(on_host));
  CHECK(cudaFree(d_x));
  return right ? 0 : 1;
}
