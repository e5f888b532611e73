// The compiler's atomic functions of CUDA 12.8 and later, with an order and a scope: here every scope is the system.
#pragma once
#include "emulator/atomics.hpp"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

// The order is not needed: sequentially consistent operations satisfy any.
template <class T>
CUDA_EMULATOR_INLINE void __nv_atomic_load(T* p, T* value, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  cuda_emulator::spin_hint();
  __atomic_load(p, value, __ATOMIC_SEQ_CST);
}
template <class T>
CUDA_EMULATOR_INLINE std::remove_cv_t<T> __nv_atomic_load_n(T* p, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  cuda_emulator::spin_hint();
  return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}
template <class T>
CUDA_EMULATOR_INLINE void __nv_atomic_store(T* p, T* value, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  __atomic_store(p, value, __ATOMIC_SEQ_CST);
}
template <class T, class V>
CUDA_EMULATOR_INLINE void __nv_atomic_store_n(T* p, V value, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  __atomic_store_n(p, static_cast<T>(value), __ATOMIC_SEQ_CST);
}
template <class T>
CUDA_EMULATOR_INLINE void __nv_atomic_exchange(T* p, T* value, T* old, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  __atomic_exchange(p, value, old, __ATOMIC_SEQ_CST);
}
template <class T, class V>
CUDA_EMULATOR_INLINE std::remove_cv_t<T> __nv_atomic_exchange_n(T* p, V value, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  const auto old = __atomic_exchange_n(p, static_cast<T>(value), __ATOMIC_SEQ_CST);
  if (old == static_cast<T>(value)) cuda_emulator::spin_hint();
  return old;
}
template <class T>
CUDA_EMULATOR_INLINE bool __nv_atomic_compare_exchange(T* p, T* expected, T* value, bool weak, int, int,
                                                       int = __NV_THREAD_SCOPE_SYSTEM) {
  const bool done = __atomic_compare_exchange(p, expected, value, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (!done) cuda_emulator::spin_hint();
  return done;
}
template <class T, class V>
CUDA_EMULATOR_INLINE bool __nv_atomic_compare_exchange_n(T* p, T* expected, V value, bool weak, int, int,
                                                         int = __NV_THREAD_SCOPE_SYSTEM) {
  const bool done =
      __atomic_compare_exchange_n(p, expected, static_cast<T>(value), weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (!done) cuda_emulator::spin_hint();
  return done;
}
// The old value, as all functions of this form return it.
#define CUDA_EMULATOR_NV_ATOMIC(name, new_value)                                                      \
  template <class T, class V>                                                                         \
  CUDA_EMULATOR_INLINE std::remove_cv_t<T> __nv_atomic_fetch_##name(T* p, V operand, int,             \
                                                                    int = __NV_THREAD_SCOPE_SYSTEM) { \
    const auto value = static_cast<T>(operand);                                                       \
    return cuda_emulator::atomic_update(p, [value](T old) { return static_cast<T>(new_value); });     \
  }
CUDA_EMULATOR_NV_ATOMIC(add, old + value)
CUDA_EMULATOR_NV_ATOMIC(sub, old - value)
CUDA_EMULATOR_NV_ATOMIC(and, old& value)
CUDA_EMULATOR_NV_ATOMIC(or, old | value)
CUDA_EMULATOR_NV_ATOMIC(xor, old ^ value)
CUDA_EMULATOR_NV_ATOMIC(min, value < old ? value : old)
CUDA_EMULATOR_NV_ATOMIC(max, old < value ? value : old)
#undef CUDA_EMULATOR_NV_ATOMIC
CUDA_EMULATOR_INLINE void __nv_atomic_thread_fence(int, int = __NV_THREAD_SCOPE_SYSTEM) {
  __threadfence_system();
}
