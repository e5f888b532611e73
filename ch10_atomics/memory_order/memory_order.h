// The cost of passing a value from thread to thread, and of incrementing a counter: by memory order and by scope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace memory_order {

// ---- A chain: link i takes the sum of link i - 1, adds x[i], and passes the result on. So sum[i] = x[0] + ... + x[i],
// modulo 2^32.
inline std::vector<std::uint32_t> sums_cpu(const std::vector<std::uint32_t>& x) {
  std::vector<std::uint32_t> sum(x.size());
  std::inclusive_scan(x.begin(), x.end(), sum.begin());
  return sum;
}

// This many threads compute the links in turn: worker w has the links w, w + workers, ... All of them must run at once.
inline constexpr int workers = 8;

// The value of a sum before its link has written it. No sum may have this value: keep the total of x below it.
inline constexpr std::uint32_t nothing = ~0u;

struct Rung {
  const char* name;
  // All point to n values in device memory. x is not changed; every sum must be `nothing` and every ready[i] 0 before
  // the launch. n may be 0. Does not wait; throws CudaError.
  void (*run)(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);
};

std::span<const Rung> ladder();

// ---- Counters: thread i increments counter[i], and no other thread accesses that counter.
struct Increment {
  const char* name;
  // counter points to n values in device memory; n may be 0. Does not wait; throws CudaError.
  void (*run)(std::uint32_t* counter, std::size_t n, int turns);
};

std::span<const Increment> increments();

}  // namespace memory_order
