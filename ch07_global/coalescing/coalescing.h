// y = x, except that the threads read x in other orders. What a warp's 32 reads have in common decides their cost.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <set>
#include <vector>

namespace coalescing {

constexpr int block_size = 256;
constexpr std::size_t sector = 32;  // bytes: the least that moves between memory and the caches

// Which element of x thread i of n reads.
struct Sequential {  // neighbours read neighbours, and a warp starts at a sector's first byte
  static __host__ __device__ std::size_t source(std::size_t i, std::size_t) { return i; }
};
struct Permuted {  // neighbours swapped in pairs: another order within the same sectors
  static __host__ __device__ std::size_t source(std::size_t i, std::size_t n) { return (i ^ 1) < n ? i ^ 1 : i; }
};
struct Misaligned {  // sequential, but a warp starts in the middle of a sector
  static __host__ __device__ std::size_t source(std::size_t i, std::size_t n) { return i + 1 < n ? i + 1 : 0; }
};
struct Strided {  // neighbours read elements that lie as many elements apart as the grid has blocks
  static __host__ __device__ std::size_t source(std::size_t i, std::size_t n) {
    const std::size_t blocks = (n - 1) / block_size + 1;
    const std::size_t strided = i % block_size * blocks + i / block_size;
    return strided < n ? strided : i;
  }
};
struct Broadcast {  // all threads of a warp read the same element
  static __host__ __device__ std::size_t source(std::size_t i, std::size_t) { return i / 32 * 32; }
};

// The reference.
template <typename Pattern, typename Real>
std::vector<Real> gather_cpu(const std::vector<Real>& x) {
  std::vector<Real> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[Pattern::source(i, x.size())];
  return y;
}

// The theory: of the bytes that a warp's reads of x move (whole sectors), the share that its threads asked for.
// A byte that several threads ask for counts once. The mean over the warps of n threads; 1 for n = 0.
template <typename Pattern, typename Real>
double degree_of_coalescing(std::size_t n) {
  double used = 0, moved = 0;
  for (std::size_t first = 0; first < n; first += 32) {
    std::set<std::size_t> elements, sectors;
    for (std::size_t i = first; i < first + 32 && i < n; ++i) {
      elements.insert(Pattern::source(i, n));
      sectors.insert(Pattern::source(i, n) * sizeof(Real) / sector);
    }
    used += static_cast<double>(elements.size() * sizeof(Real));
    moved += static_cast<double>(sectors.size() * sector);
  }
  return n == 0 ? 1 : used / moved;
}

// The rung of a pattern: y[i] = x[source(i, n)]. x and y point to device memory, n values each; x is not changed, n may
// be 0. It does not wait for the device, and throws CudaError if the launch fails.
template <typename Pattern, typename Real>
void gather(const Real* x, std::size_t n, Real* y);

template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, std::size_t n, Real* y);
  std::vector<Real> (*reference)(const std::vector<Real>& x);
  double (*degree)(std::size_t n);
};

template <typename Pattern, typename Real>
constexpr Rung<Real> rung(const char* name) {
  return {name, gather<Pattern, Real>, gather_cpu<Pattern, Real>, degree_of_coalescing<Pattern, Real>};
}

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    rung<Sequential, Real>("sequential"), rung<Permuted, Real>("permuted"),   rung<Misaligned, Real>("misaligned"),
    rung<Strided, Real>("strided"),       rung<Broadcast, Real>("broadcast"),
};

}  // namespace coalescing
