// The CPU's share, from one core that works on one number at a time to all cores with vectors.
#include <algorithm>
#include <thread>

#include "ch05_timing/cores/cores.h"
#include "common/parallel.h"

// What follows is compiled for several generations of x86, and the processor's own is chosen when the program starts.
// Elsewhere all processors have vectors, and there is one version. A sanitizer's code does not run as early as that.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define FOR_SEVERAL_GENERATIONS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_SEVERAL_GENERATIONS
#endif

namespace cores {
namespace {

// ---- Rung 1 of the host. One core, one number at a time.
void one_core(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  for (std::size_t i = 0; i < n; ++i) {
    unsigned number = x[i];
    for (int k = 0; k < steps; ++k) number = next(number);
    y[i] = number;
  }
}

// ---- Rung 2. Same as rung 1, except that a step is made for 32 numbers before the next step: the inner loop is the
// one over numbers, and the compiler makes vector instructions of it, which compute 4 to 16 of them each.
constexpr int side_by_side = 32;

FOR_SEVERAL_GENERATIONS
void one_core_vectors(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  std::size_t i = 0;
  for (; i + side_by_side <= n; i += side_by_side) {
    unsigned numbers[side_by_side];
    for (int j = 0; j < side_by_side; ++j) numbers[j] = x[i + j];
    for (int k = 0; k < steps; ++k)
      for (int j = 0; j < side_by_side; ++j) numbers[j] = next(numbers[j]);
    for (int j = 0; j < side_by_side; ++j) y[i + j] = numbers[j];
  }
  one_core(x + i, y + i, n - i, steps);  // fewer numbers than fit side by side
}

// ---- Rung 3. Same as rung 2, except that every core has a part of the numbers. Starting the threads, and waiting for
// them, is part of it.
void all_cores_vectors(const unsigned* x, unsigned* y, std::size_t n, int steps) {
  const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t part = (n / threads / side_by_side + 1) * side_by_side;
  for_parts(n, part,
            [=](std::size_t first, std::size_t last) { one_core_vectors(x + first, y + first, last - first, steps); });
}

}  // namespace

std::span<const Rung> host_ladder() {
  static constexpr Rung rungs[] = {
      {"one_core", one_core},
      {"one_core_vectors", one_core_vectors},
      {"all_cores_vectors", all_cores_vectors},
  };
  return rungs;
}

}  // namespace cores
