// Segmented scan: an array is divided into segments, and each of them is scanned for itself, all in one go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace segmented_scan {

using Word = std::uint32_t;
using Flag = std::uint8_t;

// The reference: y[i] is the sum of x[i] and of all words before it in its segment. A segment begins where heads[i] is
// not 0, and at element 0. Sums wrap around.
inline std::vector<Word> scan_cpu(const std::vector<Word>& x, const std::vector<Flag>& heads) {
  std::vector<Word> y(x.size());
  Word sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum = heads[i] ? x[i] : sum + x[i];
    y[i] = sum;
  }
  return y;
}

// The rungs. x, heads, y and scratch point to device memory that does not overlap: n words, n flags, n words and
// scratch_bytes(n) bytes at a multiple of 16. x and heads are not changed, y is overwritten; n may be 0. A rung does
// not wait for the device, and throws CudaError if a launch fails.
void thread_per_segment(const Word* x, const Flag* heads, Word* y, std::size_t n, void* scratch);
void steps(const Word* x, const Flag* heads, Word* y, std::size_t n, void* scratch);   // flags travel with the sums
void tiles(const Word* x, const Flag* heads, Word* y, std::size_t n, void* scratch);   // warps, then totals of tiles
void ballot(const Word* x, const Flag* heads, Word* y, std::size_t n, void* scratch);  // a ballot knows all flags

std::size_t scratch_bytes(std::size_t n);

struct Rung {
  const char* name;
  void (*run)(const Word* x, const Flag* heads, Word* y, std::size_t n, void* scratch);
};

inline constexpr Rung ladder[] = {
    {"thread_per_segment", thread_per_segment},
    {"steps", steps},
    {"tiles", tiles},
    {"ballot", ballot},
};

}  // namespace segmented_scan
