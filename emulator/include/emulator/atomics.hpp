// Atomic functions, memory fences, and loads and stores with a cache hint.
#pragma once
#include "emulator/announcements.hpp"
#include "emulator/core.hpp"

namespace cuda_emulator {

// Tells the microscope that a value which the thread has read before may be outdated: the next access compares it with
// the current value of the word, or keeps the larger or the smaller of the two.
CUDA_EMULATOR_INLINE void compares(const void* word) {
#ifdef CUDA_EMULATOR_TRACED
  if (cuda_emulator_compares) cuda_emulator_compares(word);
#else
  (void)word;
#endif
}

template <std::size_t size>
using WordOf = std::conditional_t<
    size == 8, unsigned long long,
    std::conditional_t<size == 4, unsigned, std::conditional_t<size == 2, unsigned short, unsigned char>>>;

// Follows atomicAdd(p, 1) as a statement (translator/rewrite/dropped_results.cpp).
CUDA_EMULATOR_INLINE void added_one() {
#ifdef CUDA_EMULATOR_TRACED
  if (cuda_emulator_added_one) cuda_emulator_added_one();
#endif
}

// The first read of a compare-and-swap loop: not an access of the program, so the microscope does not see it.
template <class Word>
CUDA_EMULATOR_NOTRACE inline auto peek(const Word* word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

// Any read-modify-write of 1 to 8 bytes, by compare and swap; returns the old value.
template <class T, class F>
CUDA_EMULATOR_INLINE auto atomic_update(T* p, F f) {
  using Word = WordOf<sizeof(T)>;
  auto* const word = reinterpret_cast<Word*>(p);
  Word expected = peek(word), desired;
  T old;
  do {
    __builtin_memcpy(&old, &expected, sizeof old);
    const T value = f(old);
    __builtin_memcpy(&desired, &value, sizeof desired);
  } while (!__atomic_compare_exchange_n(word, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return old;
}

// Tells the microscope of a sum that did not change, though something was added.
template <class T>
CUDA_EMULATOR_NOTRACE inline void look_at_sum(const void* word, T old, T addend) {
  if (addend == 0 || old + addend != old || !(old - old == 0) || !cuda_emulator_sum_stands) return;
  const T size = old < 0 ? -old : old;
  WordOf<sizeof(T)> bits;
  __builtin_memcpy(&bits, &size, sizeof bits);
  ++bits;
  T next;
  __builtin_memcpy(&next, &bits, sizeof next);
  cuda_emulator_sum_stands(word, old, addend, next - size, __builtin_return_address(0));
}
template <class T>
CUDA_EMULATOR_INLINE auto atomic_sum(T* p, T value) {
  const T old = atomic_update(p, [=](T o) { return o + value; });
#ifdef CUDA_EMULATOR_TRACED
  look_at_sum(p, old, value);
#endif
  return old;
}

// The same for words whose value only ever grows or shrinks.
template <class T>
CUDA_EMULATOR_NOTRACE inline void look_at_extreme(bool smaller, T old, T value) {
  if (!cuda_emulator_extreme) return;
  cuda_emulator_extreme(smaller, std::is_same_v<T, int>, static_cast<long long>(old), static_cast<long long>(value),
                        __builtin_return_address(0));
}
template <bool smaller, class T>
CUDA_EMULATOR_INLINE auto atomic_extreme(T* p, T value) {
  compares(p);
  const T old = atomic_update(p, [=](T o) { return (smaller ? value < o : o < value) ? value : o; });
#ifdef CUDA_EMULATOR_TRACED
  look_at_extreme(smaller, old, value);
#endif
  return old;
}

template <class T>
CUDA_EMULATOR_INLINE auto atomic_swap(T* p, T value) {
  using Word = WordOf<sizeof(T)>;
  Word word, old_word;
  __builtin_memcpy(&word, &value, sizeof word);
  old_word = __atomic_exchange_n(reinterpret_cast<Word*>(p), word, __ATOMIC_SEQ_CST);
  if (old_word == word) spin_hint();  // an attempt to take a held lock
  T old;
  __builtin_memcpy(&old, &old_word, sizeof old);
  return old;
}

template <class T>
CUDA_EMULATOR_INLINE auto atomic_compare_and_swap(T* p, T expected, T value) {
  compares(p);
  if (!__atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) spin_hint();
  return expected;
}

CUDA_EMULATOR_NOTRACE inline void look_at_whole_sum(int old, int value) {
  int sum;
  if (!__builtin_add_overflow(old, value, &sum) || !cuda_emulator_sum_overflows) return;
  cuda_emulator_sum_overflows(old, value, __builtin_return_address(0));
}
template <class T>
CUDA_EMULATOR_INLINE auto atomic_add(T* p, T value) {
  if (value == 0) spin_hint();  // used as an atomic load
  const T old = __atomic_fetch_add(p, value, __ATOMIC_SEQ_CST);
#ifdef CUDA_EMULATOR_TRACED
  if constexpr (std::is_same_v<T, int>) look_at_whole_sum(old, value);
#endif
  return old;
}

}  // namespace cuda_emulator

// Every function also for one block and for the whole system: here all are the same.
#define CUDA_EMULATOR_ATOMIC(T, name, parameters, body) \
  CUDA_EMULATOR_INLINE T name parameters {              \
    body;                                               \
  }                                                     \
  CUDA_EMULATOR_INLINE T name##_block parameters {      \
    body;                                               \
  }                                                     \
  CUDA_EMULATOR_INLINE T name##_system parameters {     \
    body;                                               \
  }

#define CUDA_EMULATOR_INTEGER_ATOMICS(T)                                                              \
  CUDA_EMULATOR_ATOMIC(T, atomicMin, (T * p, T v), return cuda_emulator::atomic_extreme<true>(p, v))  \
  CUDA_EMULATOR_ATOMIC(T, atomicMax, (T * p, T v), return cuda_emulator::atomic_extreme<false>(p, v)) \
  CUDA_EMULATOR_ATOMIC(T, atomicAnd, (T * p, T v), return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST)) \
  CUDA_EMULATOR_ATOMIC(T, atomicOr, (T * p, T v), return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST))   \
  CUDA_EMULATOR_ATOMIC(T, atomicXor, (T * p, T v), return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST))
CUDA_EMULATOR_INTEGER_ATOMICS(int)
CUDA_EMULATOR_INTEGER_ATOMICS(unsigned)
CUDA_EMULATOR_INTEGER_ATOMICS(long long)
CUDA_EMULATOR_INTEGER_ATOMICS(unsigned long long)
#undef CUDA_EMULATOR_INTEGER_ATOMICS

#define CUDA_EMULATOR_SWAPS(T)                                                               \
  CUDA_EMULATOR_ATOMIC(T, atomicExch, (T * p, T v), return cuda_emulator::atomic_swap(p, v)) \
  CUDA_EMULATOR_ATOMIC(T, atomicCAS, (T * p, T c, T v), return cuda_emulator::atomic_compare_and_swap(p, c, v))
CUDA_EMULATOR_SWAPS(int)
CUDA_EMULATOR_SWAPS(unsigned)
CUDA_EMULATOR_SWAPS(unsigned long long)
#undef CUDA_EMULATOR_SWAPS

// CUDA has no atomicAdd, atomicExch and atomicCAS of long long, and no 64-bit atomicSub: neither does the emulator.
CUDA_EMULATOR_ATOMIC(int, atomicAdd, (int* p, int v), return cuda_emulator::atomic_add(p, v))
CUDA_EMULATOR_ATOMIC(unsigned, atomicAdd, (unsigned* p, unsigned v), return cuda_emulator::atomic_add(p, v))
CUDA_EMULATOR_ATOMIC(unsigned long long, atomicAdd, (unsigned long long* p, unsigned long long v),
                     return cuda_emulator::atomic_add(p, v))
CUDA_EMULATOR_ATOMIC(float, atomicAdd, (float* p, float v), return cuda_emulator::atomic_sum(p, v))
CUDA_EMULATOR_ATOMIC(double, atomicAdd, (double* p, double v), return cuda_emulator::atomic_sum(p, v))
// Vectors: each component is added atomically, the whole vector is not.
CUDA_EMULATOR_ATOMIC(float2, atomicAdd, (float2 * p, float2 v),
                     return (float2{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)}))
CUDA_EMULATOR_ATOMIC(float4, atomicAdd, (float4 * p, float4 v),
                     return (float4{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),
                                    atomicAdd(&p->w, v.w)}))
CUDA_EMULATOR_ATOMIC(int, atomicSub, (int* p, int v), return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST))
CUDA_EMULATOR_ATOMIC(unsigned, atomicSub, (unsigned* p, unsigned v), return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST))
CUDA_EMULATOR_ATOMIC(float, atomicExch, (float* p, float v), return cuda_emulator::atomic_swap(p, v))
CUDA_EMULATOR_ATOMIC(unsigned short, atomicCAS, (unsigned short* p, unsigned short c, unsigned short v),
                     return cuda_emulator::atomic_compare_and_swap(p, c, v))
CUDA_EMULATOR_ATOMIC(unsigned, atomicInc, (unsigned* p, unsigned v),
                     return cuda_emulator::atomic_update(p, [=](unsigned o) { return o >= v ? 0 : o + 1; }))
CUDA_EMULATOR_ATOMIC(unsigned, atomicDec, (unsigned* p, unsigned v),
                     return cuda_emulator::atomic_update(p, [=](unsigned o) { return o == 0 || o > v ? v : o - 1; }))

// Fences are also used in spin loops, so from time to time one lets the block's other threads run.
#define CUDA_EMULATOR_FENCE(name)            \
  CUDA_EMULATOR_INLINE void name() {         \
    __atomic_thread_fence(__ATOMIC_SEQ_CST); \
    cuda_emulator::spin_hint();              \
  }
CUDA_EMULATOR_FENCE(__threadfence)
CUDA_EMULATOR_FENCE(__threadfence_block)
#undef CUDA_EMULATOR_FENCE
CUDA_EMULATOR_INLINE void __threadfence_system() {
  __threadfence();
#ifdef CUDA_EMULATOR_TRACED
  if (cuda_emulator_talks_to_host) cuda_emulator_talks_to_host();
#endif
}

// ---- loads and stores with a cache hint: any type that one access of the hardware moves ----
namespace cuda_emulator {
template <class T>
CUDA_EMULATOR_INLINE T hinted_load(const T* p) {
  static_assert(sizeof(T) <= 32 && std::is_trivially_copyable_v<T>, "a load with a cache hint takes built-in types");
  return *p;
}
// Spin loops poll with loads that bypass the L1 cache, so these must not be moved out of the loop.
template <class T>
CUDA_EMULATOR_INLINE T polling_load(const T* p) {
  spin_hint();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return hinted_load(p);
}
template <class T>
CUDA_EMULATOR_INLINE void hinted_store(T* p, T value) {
  static_assert(sizeof(T) <= 32 && std::is_trivially_copyable_v<T>, "a store with a cache hint takes built-in types");
  *p = value;
}
}  // namespace cuda_emulator
#define CUDA_EMULATOR_LOAD(name, how)       \
  template <class T>                        \
  CUDA_EMULATOR_INLINE T name(const T* p) { \
    return cuda_emulator::how(p);           \
  }
CUDA_EMULATOR_LOAD(__ldg, hinted_load)
CUDA_EMULATOR_LOAD(__ldca, hinted_load)
CUDA_EMULATOR_LOAD(__ldcs, hinted_load)
CUDA_EMULATOR_LOAD(__ldlu, hinted_load)
CUDA_EMULATOR_LOAD(__ldcg, polling_load)
CUDA_EMULATOR_LOAD(__ldcv, polling_load)
#undef CUDA_EMULATOR_LOAD
#define CUDA_EMULATOR_STORE(name)                                         \
  template <class T>                                                      \
  CUDA_EMULATOR_INLINE void name(T* p, std::enable_if_t<true, T> value) { \
    cuda_emulator::hinted_store(p, value);                                \
  }
CUDA_EMULATOR_STORE(__stwb)
CUDA_EMULATOR_STORE(__stcg)
CUDA_EMULATOR_STORE(__stcs)
CUDA_EMULATOR_STORE(__stwt)
#undef CUDA_EMULATOR_STORE
