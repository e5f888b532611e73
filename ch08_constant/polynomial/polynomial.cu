// nvcc polynomial.cu && ./a.out
//
// All threads evaluate the same polynomial, each at its own x. The coefficients are the same for all threads and are in
// constant memory: global variables that the host sets and kernels only read.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                  \
  do {                                                                                               \
    const cudaError_t error = (call);                                                                \
    if (error != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::exit(3);                                                                                  \
    }                                                                                                \
  } while (0)

constexpr int degree = 7, block_size = 256;
__constant__ float coefficients[degree + 1];  // a program has 64 KB of constant memory

// In each step all threads of a warp read the same coefficient: the constant cache broadcasts one word to all of
// them.
__global__ void evaluate_kernel(const float* x, float* y, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= n) return;
  float value = coefficients[degree];
  for (int k = degree - 1; k >= 0; --k) value = fmaf(value, x[i], coefficients[k]);  // Horner's rule
  y[i] = value;
}

float evaluate_cpu(const std::vector<float>& factors, float x) {
  float value = factors[degree];
  for (int k = degree - 1; k >= 0; --k) value = std::fmaf(value, x, factors[k]);
  return value;
}

int main() {
  constexpr int n = 1000000;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = 2.0f * i / (n - 1) - 1;  // from -1 to 1
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  // The series of sin(x) and of exp(x), up to x^7. The kernel is the same; the contents of constant memory differ.
  const std::vector<float> sine = {0, 1, 0, -1 / 6.0f, 0, 1 / 120.0f, 0, -1 / 5040.0f};
  const std::vector<float> exponential = {1, 1, 1 / 2.0f, 1 / 6.0f, 1 / 24.0f, 1 / 120.0f, 1 / 720.0f, 1 / 5040.0f};
  bool right = true;
  for (const bool is_sine : {true, false}) {
    const std::vector<float>& factors = is_sine ? sine : exponential;
    // The name refers to the variable on the device. Its address is not a pointer that cudaMemcpy accepts.
    CHECK(cudaMemcpyToSymbol(coefficients, factors.data(), sizeof coefficients));
    evaluate_kernel<<<(n - 1) / block_size + 1, block_size>>>(d_x, d_y, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost));

    int equal = 0;
    double largest = 0;  // distance from the function that the series approximates
    for (int i = 0; i < n; ++i) {
      equal += y[i] == evaluate_cpu(factors, x[i]);
      largest = std::fmax(largest, std::fabs(y[i] - (is_sine ? std::sin(double{x[i]}) : std::exp(double{x[i]}))));
    }
    right = right && equal == n;
    std::printf("%s: %d of %d values equal the CPU's; at most %.1e from %s\n", is_sine ? "sin(x)" : "exp(x)", equal, n,
                largest, is_sine ? "std::sin" : "std::exp");
  }

  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return right ? 0 : 1;
}
