// cuda::atomic and cuda::atomic_ref: real atomics of the processor. An operation that looks like an iteration of a spin
// loop lets the block's other threads run from time to time.
#pragma once
#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <type_traits>

#include "emulator/announcements.hpp"
#include "emulator/usual_headers.hpp"

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

using ::std::memory_order;
inline constexpr memory_order memory_order_relaxed = ::std::memory_order_relaxed;
inline constexpr memory_order memory_order_consume = ::std::memory_order_consume;
inline constexpr memory_order memory_order_acquire = ::std::memory_order_acquire;
inline constexpr memory_order memory_order_release = ::std::memory_order_release;
inline constexpr memory_order memory_order_acq_rel = ::std::memory_order_acq_rel;
inline constexpr memory_order memory_order_seq_cst = ::std::memory_order_seq_cst;

namespace emulated {

template <std::size_t size>
struct WordOfSize;
template <>
struct WordOfSize<1> {
  using type = unsigned char;
};
template <>
struct WordOfSize<2> {
  using type = unsigned short;
};
template <>
struct WordOfSize<4> {
  using type = unsigned;
};
template <>
struct WordOfSize<8> {
  using type = unsigned long long;
};

CUDA_EMULATOR_INLINE void note_release() {
  if (cuda_emulator_released) cuda_emulator_released();
}
CUDA_EMULATOR_INLINE void note_acquire() {
  if (cuda_emulator_acquired) cuda_emulator_acquired();
}

CUDA_EMULATOR_INLINE void note_release(memory_order order) {
  if (order == memory_order_release || order >= memory_order_acq_rel) note_release();
}
CUDA_EMULATOR_INLINE void note_acquire(memory_order order) {
  const bool acquires = order != memory_order_relaxed && order != memory_order_release;
  if (acquires && cuda_emulator_acquired_seen) cuda_emulator_acquired_seen();
}

CUDA_EMULATOR_INLINE void perhaps_spinning() {
  if (cuda_emulator::block_state.in_kernel) cuda_emulator::spin_hint();
}

// All operations of an atomic, on an address. The order is always the strongest, which costs little here; the
// microscope is told the order that the program gives.
template <class T>
class Operations {
  static_assert(::std::is_trivially_copyable_v<T>, "an atomic's type must be trivially copyable");
  static_assert(sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0, "the emulator's atomics have up to 8 bytes");
  using Word = typename WordOfSize<sizeof(T)>::type;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  bool is_lock_free() const { return true; }

  CUDA_EMULATOR_INLINE void store(T value, memory_order order = memory_order_seq_cst) const {
    note_release(order);
    __atomic_store_n(word(), to_word(value), __ATOMIC_SEQ_CST);
  }
  CUDA_EMULATOR_INLINE T load(memory_order order = memory_order_seq_cst) const {
    perhaps_spinning();
    const Word seen = __atomic_load_n(word(), __ATOMIC_SEQ_CST);
    note_acquire(order);
    return from_word(seen);
  }
  CUDA_EMULATOR_INLINE operator T() const { return load(); }
  CUDA_EMULATOR_INLINE T exchange(T value, memory_order order = memory_order_seq_cst) const {
    note_release(order);
    const Word desired = to_word(value), old = __atomic_exchange_n(word(), desired, __ATOMIC_SEQ_CST);
    note_acquire(order);
    if (old == desired) perhaps_spinning();  // an attempt to take a held lock
    return from_word(old);
  }
  CUDA_EMULATOR_INLINE bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst,
                                                    memory_order = memory_order_seq_cst) const {
    note_release(order);
    Word wanted = to_word(expected);
    const bool exchanged =
        __atomic_compare_exchange_n(word(), &wanted, to_word(desired), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    note_acquire(order);
    if (exchanged) return true;
    expected = from_word(wanted);
    perhaps_spinning();
    return false;
  }
  CUDA_EMULATOR_INLINE bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order_seq_cst,
                                                  memory_order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, desired, order);
  }

  CUDA_EMULATOR_INLINE void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (__atomic_load_n(word(), __ATOMIC_SEQ_CST) == to_word(old)) cuda_emulator::relax();
    note_acquire(order);
  }
  void notify_one() const {}
  void notify_all() const {}

  template <class U = T>
  CUDA_EMULATOR_INLINE T fetch_add(::std::conditional_t<::std::is_pointer_v<U>, ::std::ptrdiff_t, U> value,
                                   memory_order order = memory_order_seq_cst) const {
    return update(order, [=](T old) { return static_cast<T>(old + value); });
  }
  template <class U = T>
  CUDA_EMULATOR_INLINE T fetch_sub(::std::conditional_t<::std::is_pointer_v<U>, ::std::ptrdiff_t, U> value,
                                   memory_order order = memory_order_seq_cst) const {
    return update(order, [=](T old) { return static_cast<T>(old - value); });
  }
  CUDA_EMULATOR_INLINE T fetch_and(T value, memory_order order = memory_order_seq_cst) const {
    return update(order, [=](T old) { return static_cast<T>(old & value); });
  }
  CUDA_EMULATOR_INLINE T fetch_or(T value, memory_order order = memory_order_seq_cst) const {
    return update(order, [=](T old) { return static_cast<T>(old | value); });
  }
  CUDA_EMULATOR_INLINE T fetch_xor(T value, memory_order order = memory_order_seq_cst) const {
    return update(order, [=](T old) { return static_cast<T>(old ^ value); });
  }
  CUDA_EMULATOR_INLINE T fetch_min(T value, memory_order order = memory_order_seq_cst) const {
    return update(order, [=](T old) { return value < old ? value : old; });
  }
  CUDA_EMULATOR_INLINE T fetch_max(T value, memory_order order = memory_order_seq_cst) const {
    return update(order, [=](T old) { return old < value ? value : old; });
  }
  CUDA_EMULATOR_INLINE T operator++() const { return static_cast<T>(fetch_add(1) + 1); }
  CUDA_EMULATOR_INLINE T operator--() const { return static_cast<T>(fetch_sub(1) - 1); }
  CUDA_EMULATOR_INLINE T operator++(int) const { return fetch_add(1); }
  CUDA_EMULATOR_INLINE T operator--(int) const { return fetch_sub(1); }
  template <class U>
  CUDA_EMULATOR_INLINE T operator+=(U value) const {
    return static_cast<T>(fetch_add(value) + value);
  }
  template <class U>
  CUDA_EMULATOR_INLINE T operator-=(U value) const {
    return static_cast<T>(fetch_sub(value) - value);
  }
  CUDA_EMULATOR_INLINE T operator&=(T value) const { return static_cast<T>(fetch_and(value) & value); }
  CUDA_EMULATOR_INLINE T operator|=(T value) const { return static_cast<T>(fetch_or(value) | value); }
  CUDA_EMULATOR_INLINE T operator^=(T value) const { return static_cast<T>(fetch_xor(value) ^ value); }

 protected:
  constexpr explicit Operations(T* address) : address_(address) {}

 private:
  CUDA_EMULATOR_INLINE Word* word() const { return reinterpret_cast<Word*>(address_); }
  static CUDA_EMULATOR_INLINE Word to_word(T value) {
    Word bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
  }
  static CUDA_EMULATOR_INLINE T from_word(Word bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
  }
  template <class F>
  CUDA_EMULATOR_INLINE T update(memory_order order, F change) const {
    note_release(order);
    Word old = __atomic_load_n(word(), __ATOMIC_RELAXED), desired;
    do {
      desired = to_word(change(from_word(old)));
    } while (!__atomic_compare_exchange_n(word(), &old, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    note_acquire(order);
    if (desired == old) perhaps_spinning();  // fetch_add(0) is used as a load
    return from_word(old);
  }
  T* address_;
};

}  // namespace emulated

template <class T, thread_scope scope = thread_scope_system>
class atomic_ref : public emulated::Operations<T> {
 public:
  static constexpr ::std::size_t required_alignment = sizeof(T);
  explicit atomic_ref(T& value) : emulated::Operations<T>(&value) {}
  CUDA_EMULATOR_INLINE T operator=(T value) const {
    this->store(value);
    return value;
  }
};

// Contains only the value, so that it may be in shared memory and in arrays from cudaMalloc.
template <class T, thread_scope scope = thread_scope_system>
class atomic {
  using Ref = atomic_ref<T, scope>;
  CUDA_EMULATOR_INLINE Ref ref() const { return Ref(const_cast<T&>(value_)); }

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  atomic() = default;
  constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  bool is_lock_free() const { return true; }
  CUDA_EMULATOR_INLINE T operator=(T value) {
    store(value);
    return value;
  }
  CUDA_EMULATOR_INLINE operator T() const { return load(); }
  CUDA_EMULATOR_INLINE T load(memory_order order = memory_order_seq_cst) const { return ref().load(order); }
  CUDA_EMULATOR_INLINE void store(T value, memory_order order = memory_order_seq_cst) { ref().store(value, order); }
  CUDA_EMULATOR_INLINE T exchange(T value, memory_order = memory_order_seq_cst) { return ref().exchange(value); }
  CUDA_EMULATOR_INLINE bool compare_exchange_strong(T& expected, T desired, memory_order = memory_order_seq_cst,
                                                    memory_order = memory_order_seq_cst) {
    return ref().compare_exchange_strong(expected, desired);
  }
  CUDA_EMULATOR_INLINE bool compare_exchange_weak(T& expected, T desired, memory_order = memory_order_seq_cst,
                                                  memory_order = memory_order_seq_cst) {
    return ref().compare_exchange_strong(expected, desired);
  }
  CUDA_EMULATOR_INLINE void wait(T old, memory_order = memory_order_seq_cst) const { ref().wait(old); }
  void notify_one() const {}
  void notify_all() const {}
#define CUDA_EMULATOR_FETCH(name)                                                                             \
  template <class U>                                                                                          \
  CUDA_EMULATOR_INLINE auto name(U value, memory_order = memory_order_seq_cst) {                              \
    return ref().name(static_cast<::std::conditional_t<::std::is_pointer_v<T>, ::std::ptrdiff_t, T>>(value)); \
  }
  CUDA_EMULATOR_FETCH(fetch_add)
  CUDA_EMULATOR_FETCH(fetch_sub)
  CUDA_EMULATOR_FETCH(fetch_and)
  CUDA_EMULATOR_FETCH(fetch_or)
  CUDA_EMULATOR_FETCH(fetch_xor)
  CUDA_EMULATOR_FETCH(fetch_min)
  CUDA_EMULATOR_FETCH(fetch_max)
#undef CUDA_EMULATOR_FETCH
  CUDA_EMULATOR_INLINE T operator++() {
    return ++ref();
  }
  CUDA_EMULATOR_INLINE T operator--() {
    return --ref();
  }
  CUDA_EMULATOR_INLINE T operator++(int) {
    return ref()++;
  }
  CUDA_EMULATOR_INLINE T operator--(int) {
    return ref()--;
  }
  template <class U>
  CUDA_EMULATOR_INLINE T operator+=(U value) {
    return ref() += value;
  }
  template <class U>
  CUDA_EMULATOR_INLINE T operator-=(U value) {
    return ref() -= value;
  }
  CUDA_EMULATOR_INLINE T operator&=(T value) {
    return ref() &= value;
  }
  CUDA_EMULATOR_INLINE T operator|=(T value) {
    return ref() |= value;
  }
  CUDA_EMULATOR_INLINE T operator^=(T value) {
    return ref() ^= value;
  }

 private:
  alignas(sizeof(T) <= 8 ? sizeof(T) : alignof(T)) T value_;
};

class atomic_flag {
 public:
  constexpr atomic_flag() = default;
  bool test(memory_order = memory_order_seq_cst) const { return flag_.load(); }
  bool test_and_set(memory_order = memory_order_seq_cst) { return flag_.exchange(true); }
  void clear(memory_order = memory_order_seq_cst) { flag_.store(false); }
  void wait(bool old, memory_order = memory_order_seq_cst) const { flag_.wait(old); }
  void notify_one() const {}
  void notify_all() const {}

 private:
  atomic<bool> flag_{false};
};

inline void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void atomic_signal_fence(memory_order) {}

using atomic_bool = atomic<bool>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;

// cuda::std's are the same with system scope.
namespace std {
using namespace ::std;
template <class T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using ::cuda::atomic_bool;
using ::cuda::atomic_flag;
using ::cuda::atomic_int;
using ::cuda::atomic_llong;
using ::cuda::atomic_long;
using ::cuda::atomic_signal_fence;
using ::cuda::atomic_thread_fence;
using ::cuda::atomic_uint;
using ::cuda::atomic_ullong;
using ::cuda::atomic_ulong;
using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;
}  // namespace std

}  // namespace cuda
