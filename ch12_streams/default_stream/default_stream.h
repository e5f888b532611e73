// Two kernels in two streams, and a small operation between them: when do the two still overlap?
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/check.h"
#include "common/lcg.h"

namespace default_stream {

// The first kernel takes the first part of the elements, the second one the second; the work between them clears the
// third part. One block each: the device has room for both kernels.
inline constexpr int part = 256, elements = 3 * part;

// The two streams of a rung: with cudaStreamDefault they and the legacy default stream wait for each other, with
// cudaStreamNonBlocking they do not. Throws CudaError.
struct Streams {
  explicit Streams(unsigned flags) {
    check(cudaStreamCreateWithFlags(&a, flags));
    check(cudaStreamCreateWithFlags(&b, flags));
  }
  ~Streams() {
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  cudaStream_t a = nullptr, b = nullptr;
};

struct Rung {
  const char* name;
  unsigned flags;  // of its streams
  // x and y are `elements` values in device memory; x is not changed. Enqueues a kernel in a, the work in between, and
  // a kernel in b, and does not wait. Throws CudaError.
  void (*run)(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams);
  bool overlaps;  // may the second kernel run beside the first?
};

std::span<const Rung> ladder();

// One kernel alone, for comparison: the first part of y.
void one_kernel(const std::uint32_t* x, std::uint32_t* y, int steps, cudaStream_t stream);

inline std::vector<std::uint32_t> expected(const std::vector<std::uint32_t>& x, int steps) {
  std::vector<std::uint32_t> y(elements, 0);
  for (int i = 0; i < 2 * part; ++i) y[i] = Lcg{}.jumped(x[i], steps);
  return y;
}

}  // namespace default_stream
