#include "busy_buffer.cuh"
#include "exercises/harness.h"

// Whole pages: for less the microscope cannot tell what accesses them.
static void run(int n, int parts) {
  exercise::about("%d parts of %d numbers", parts, n);
  int* buffer = nullptr;
  exercise::check(cudaMallocHost(&buffer, n * sizeof(int)), "cudaMallocHost");
  const auto d_all = exercise::Array<int>::poisoned(static_cast<std::size_t>(n) * parts);
  cudaStream_t stream;
  exercise::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  exercise::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  send(buffer, d_all.data(), n, parts, stream);
  for (int i = 0; i < n; ++i) buffer[i] = 0;
  exercise::launched("the copies");
  exercise::check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  exercise::check(cudaFreeHost(buffer), "cudaFreeHost");
  std::vector<int> expected;
  for (int p = 0; p < parts; ++p) {
    for (int i = 0; i < n; ++i) expected.push_back(p * 1000 + i);
  }
  exercise::expect_equal("the numbers", d_all, expected, n);
}

void test() {
  run(16384, 3);
  run(40000, 2);
}

void counted() {
  run(16384, 3);
}
