// z = x + y in managed memory: one address for host and device, and pages that migrate to where they are accessed.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <span>

#include "common/owners.h"

namespace managed_add {

// The data of round r: small integers, so that every sum is exact. A new round has new data, so that a stale result is
// detected.
template <typename Real>
__host__ __device__ Real x_of(std::size_t i, int round) {
  return static_cast<Real>((i + round) % 1024);
}
template <typename Real>
__host__ __device__ Real y_of(std::size_t i, int round) {
  return static_cast<Real>((3 * i + 7 * round) % 512);
}

template <typename Real>
std::size_t count_wrong(const Real* z, std::size_t n, int round) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += !(z[i] == x_of<Real>(i, round) + y_of<Real>(i, round));
  return wrong;
}

// A rung: owns three arrays of n values, and makes one journey in five steps, round after round. After each step the
// device must be synchronised. Every function throws CudaError; n may be 0.
template <typename Real>
class Journey {
 public:
  explicit Journey(std::size_t n) : n_(n) {}
  virtual ~Journey() = default;

  virtual void fill(int round) = 0;  // 1. x and y get the round's data, from the host by default
  virtual void move_in() = 0;        // 2. copies or prefetches to the device
  virtual void add() = 0;            // 3. the kernel
  virtual void move_out() = 0;       // 4. copies or prefetches to the host
  virtual const Real* z() = 0;       // 5. the result, read by the host

  std::size_t size() const { return n_; }

 protected:
  std::size_t n_;
};

template <typename Real>
struct Rung {
  const char* name;
  std::unique_ptr<Journey<Real>> (*start)(std::size_t n);
  bool needs_hints;  // prefetch and advice, which need pages that migrate individually
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace managed_add
