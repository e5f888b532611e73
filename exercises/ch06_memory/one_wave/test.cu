#include "exercises/harness.h"
#include "one_wave.cuh"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

// One wave of blocks of so many threads
static int wave_of(int threads) {
  int per_sm = 0, sms = 0;
  exercise::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, square_kernel, threads, 0), "the occupancy");
  exercise::check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
  return per_sm * sms;
}

static void run(std::size_t n, int threads) {
  exercise::about("n = %zu, blocks of %d threads", n, threads);
  const auto x = exercise::whole_numbers(n);
  const exercise::Array<float> d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(n);
  const auto d_blocks = exercise::Array<int>::poisoned(1);
  square(d_x.data(), d_y.data(), static_cast<int>(n), threads, d_blocks.data());
  exercise::launched("square_kernel");
  auto expected = x;
  for (float& value : expected) value *= value;
  exercise::expect_equal("y", d_y, expected);
  const long needed = (static_cast<long>(n) + threads - 1) / threads, wave = wave_of(threads);
  const long right = needed < wave ? needed : wave;
  exercise::expect(d_blocks.to_host()[0] == right, "%d blocks, should be %ld", d_blocks.to_host()[0], right);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n, 256);
  // Whatever the device, one block more than a wave, half a wave, and some waves and a half
  for (const int threads : {128, 1024}) {
    const std::size_t wave = static_cast<std::size_t>(wave_of(threads)) * threads;
    for (const std::size_t n : {wave / 2, wave, wave + 1}) run(n, threads);
  }
}

void counted() {
  run(1000, 256);
}
