// The cost of passing a value from thread to thread, and of incrementing a counter: by memory order and by scope.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
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

void fences(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);
void release_acquire(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);
void sequential(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);
void system_scope(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);
void relaxed(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);
void one_block(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);
void block_scope(const std::uint32_t* x, std::uint32_t* sum, std::uint32_t* ready, int n);

inline constexpr Rung ladder[] = {{"fences", fences},          {"release_acquire", release_acquire},
                                  {"sequential", sequential},  {"system_scope", system_scope},
                                  {"relaxed", relaxed},        {"one_block", one_block},
                                  {"block_scope", block_scope}};

// ---- Counters: thread i increments counter[i], and no other thread accesses that counter.
struct Increment {
  const char* name;
  // counter points to n values in device memory; n may be 0. Does not wait; throws CudaError.
  void (*run)(std::uint32_t* counter, std::size_t n, int turns);
};

void increment_relaxed(std::uint32_t* counter, std::size_t n, int turns);
void increment_acquire_release(std::uint32_t* counter, std::size_t n, int turns);
void increment_sequential(std::uint32_t* counter, std::size_t n, int turns);
void increment_system(std::uint32_t* counter, std::size_t n, int turns);
void increment_relaxed_block(std::uint32_t* counter, std::size_t n, int turns);
void increment_sequential_block(std::uint32_t* counter, std::size_t n, int turns);

inline constexpr Increment increments[] = {
    {"relaxed, device", increment_relaxed},       {"acquire and release, device", increment_acquire_release},
    {"sequential, device", increment_sequential}, {"sequential, system", increment_system},
    {"relaxed, block", increment_relaxed_block},  {"sequential, block", increment_sequential_block}};

}  // namespace memory_order
