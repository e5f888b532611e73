#include "exercises/harness.h"
#include "own_stream.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  cudaStream_t stream;
  exercise::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  exercise::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  for (int k = 1; k <= 3; ++k) scale_and_add(d_x.data(), k, 7, static_cast<int>(n), stream);
  exercise::launched("the kernels");
  exercise::check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  for (int k = 1; k <= 3; ++k) {
    for (int& value : x) value = k * value + 7;
  }
  exercise::expect_equal("x", d_x, x);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
