// Many small products c[i] = a[i] b[i]: a call for each, or one for all.
#pragma once

#include <cstddef>
#include <span>

#include "common/cublas.h"
#include "common/owners.h"

namespace gemm_batched {

// count products of n x n matrices, stored by rows and one matrix after the other, in device memory.
struct Batch {
  const float *a, *b;
  float* c;
  int n, count;
  std::size_t elements() const { return std::size_t(n) * n; }  // per matrix
};

// The addresses of the matrices, in device memory, for cublasSgemmBatched. Created before the timing starts.
class Pointers {
 public:
  explicit Pointers(const Batch& batch);
  const float* const* a() const { return a_.data(); }
  const float* const* b() const { return b_.data(); }
  float* const* c() const { return c_.data(); }

 private:
  DeviceBuffer<const float*> a_, b_;
  DeviceBuffer<float*> c_;
};

// The rungs. a and b are not changed, c is overwritten; n and count are at least 1. pointers was made for this batch.
// The work is enqueued in the handle's stream. They throw LibraryError or CudaError.
struct Rung {
  const char* name;
  void (*run)(cublasHandle_t handle, const Batch& batch, const Pointers& pointers);
};

std::span<const Rung> ladder();

}  // namespace gemm_batched
