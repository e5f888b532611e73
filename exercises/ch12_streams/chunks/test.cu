#include "chunks.cuh"
#include "exercises/harness.h"

static void run(int n, int count) {
  exercise::about("n = %d, %d streams", n, count);
  const auto x = exercise::whole_numbers<int>(n);
  int *in = nullptr, *out = nullptr;
  exercise::check(cudaMallocHost(&in, n * sizeof(int)), "cudaMallocHost");
  exercise::check(cudaMallocHost(&out, n * sizeof(int)), "cudaMallocHost");
  for (int i = 0; i < n; ++i) in[i] = x[i], out[i] = -1000000;
  const auto d = exercise::Array<int>::unwritten(n);
  std::vector<cudaStream_t> streams(count);
  for (cudaStream_t& stream : streams) {
    exercise::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  increment(in, out, d.data(), n, streams.data(), count);
  exercise::launched("increment_kernel");
  for (const cudaStream_t stream : streams) exercise::check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  const std::vector<int> got(out, out + n);
  exercise::check(cudaFreeHost(in), "cudaFreeHost");
  exercise::check(cudaFreeHost(out), "cudaFreeHost");
  auto expected = x;
  for (int& value : expected) ++value;
  exercise::expect_equal("out", got, expected);
}

void test() {
  for (const int n : {1, 3, 4, 5, 1000, 4097}) run(n, 4);
  run(1000, 1);
  run(1000, 3);
}

void counted() {
  run(1000, 4);
}
