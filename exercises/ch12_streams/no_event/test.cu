#include "exercises/harness.h"
#include "no_event.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const auto x = exercise::whole_numbers<int>(n);
  const exercise::Array<int> d_x(x);
  const auto d_squares = exercise::Array<int>::poisoned(n), d_y = exercise::Array<int>::poisoned(n);
  const auto d_copy = exercise::Array<int>::poisoned(n);
  cudaStream_t producer, consumer;
  for (cudaStream_t* stream : {&producer, &consumer}) {
    exercise::check(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  exercise::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  square_then_add(d_x.data(), d_squares.data(), d_y.data(), static_cast<int>(n), producer, consumer);
  exercise::check(cudaMemcpyAsync(d_copy.data(), d_y.data(), n * sizeof(int), cudaMemcpyDeviceToDevice, consumer),
                  "a copy of y");
  exercise::launched("the kernels");
  for (const cudaStream_t stream : {producer, consumer})
    exercise::check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  std::vector<int> expected(x);
  for (int& value : expected) value = value * value + 1;
  exercise::expect_equal("y", d_y, expected);
  exercise::expect_equal("the copy of y in the stream consumer", d_copy, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
