// Compaction: the elements that pass a test, moved together in their order. The reference, and a list for the results
// of libraries.
#pragma once

#include <cstddef>
#include <vector>

namespace compaction {

// The test: positive numbers are kept. NaN is not.
template <typename Real>
std::vector<Real> compact_cpu(const std::vector<Real>& x) {
  std::vector<Real> kept;
  for (const Real v : x)
    if (v > 0) kept.push_back(v);
  return kept;
}

// A library's compaction of n values in device memory; it has its own scratch.
template <typename Real>
struct Peer {
  const char* name;
  void (*run)(const Real* x, Real* kept, std::size_t* count, std::size_t n);
};

// Empty if no library is compiled in.
template <typename Real>
std::vector<Peer<Real>>& peers() {
  static std::vector<Peer<Real>> list;
  return list;
}

}  // namespace compaction
