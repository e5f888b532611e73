// The same additions in words of several types. For all of them the device has an instruction (some since a certain
// compute capability). With compare and swap the thread itself adds, and begins again if another thread was faster.
#include "ch10_atomics/atomic_types/atomic_types.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <type_traits>

#include "common/check.h"
#include "common/ptx.h"

namespace atomic_types {
namespace {

constexpr int block_size = 256;

// ---- What a word of each type is made of.
template <typename T>
__device__ T word_of(float x) {
  return T(x);
}
template <>
__device__ __half2 word_of(float x) {
  return __float2half2_rn(x);
}
template <>
__device__ __nv_bfloat162 word_of(float x) {
  return __float2bfloat162_rn(x);
}
template <>
__device__ float4 word_of(float x) {
  return {x, x, x, x};
}

// ---- By the device's own instruction. Additions to long long are those to unsigned long long: the bits are the same.
struct ByInstruction {
  template <typename T>
  static __device__ void add(T* word, T value) {
    atomicAdd(word, value);
  }
  static __device__ void add(long long* word, long long value) {
    atomicAdd(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
  }
  static __device__ void add([[maybe_unused]] __nv_bfloat162* word, [[maybe_unused]] __nv_bfloat162 value) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    atomicAdd(word, value);
#else
    __trap();
#endif
  }
  static __device__ void add([[maybe_unused]] float4* word, [[maybe_unused]] float4 value) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    atomicAdd(word, value);
#else
    __trap();
#endif
  }
};

// ---- By compare and swap: read the word, add, and store the sum if the word is still what it was.
struct BySwap {
  template <typename T>
  static __device__ void add(T* word, T value) {
    using Bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
    using Loaded = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    auto* const bits = reinterpret_cast<Bits*>(word);
    Bits seen = load_relaxed(reinterpret_cast<const Loaded*>(word)), expected;
    do {
      expected = seen;
      T sum;
      memcpy(&sum, &expected, sizeof sum);
      sum += value;
      Bits next;
      memcpy(&next, &sum, sizeof next);
      seen = atomicCAS(bits, expected, next);
    } while (seen != expected);
  }
};

// Neighbouring threads add to neighbouring words.
template <typename T, class How>
__global__ void add_kernel(const Small* x, std::size_t n, T* sums, std::size_t words) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) How::add(sums + i % words, word_of<T>(x[i]));
}

template <typename T, class How>
void add_all(const Small* x, std::size_t n, void* sums, std::size_t words) {
  check(cudaMemsetAsync(sums, 0, words * sizeof(T)));
  add_kernel<T, How><<<blocks_for(n, block_size), block_size>>>(x, n, static_cast<T*>(sums), words);
  check(cudaGetLastError());
}

template <typename Part>
double number(const void* sums, std::size_t i) {
  return static_cast<double>(static_cast<float>(static_cast<const Part*>(sums)[i]));
}

template <typename T, typename Part, class How>
constexpr Rung rung(const char* name, double exact_to, Needs needs = {}) {
  return {name, sizeof(T), add_all<T, How>, number<Part>, static_cast<int>(sizeof(T) / sizeof(Part)), exact_to, needs};
}

}  // namespace

std::span<const Rung> ladder() {
  constexpr double many = 1 << 24;  // what a float holds; the other types hold more
  static constexpr Rung rungs[] = {
      rung<int, int, ByInstruction>("int", many),
      rung<long long, long long, ByInstruction>("long long", many),
      rung<float, float, ByInstruction>("float", many),
      rung<double, double, ByInstruction>("double", many),
      rung<__half, __half, ByInstruction>("half", 2048),
      rung<__half2, __half, ByInstruction>("half2", 2048),
      rung<__nv_bfloat162, __nv_bfloat16, ByInstruction>("bfloat162", 256, {.compute_capability = 80}),
      rung<float4, float, ByInstruction>("float4", many, {.compute_capability = 90}),
      rung<int, int, BySwap>("int, by swap", many),
      rung<float, float, BySwap>("float, by swap", many),
      rung<double, double, BySwap>("double, by swap", many),
  };
  return rungs;
}

}  // namespace atomic_types
