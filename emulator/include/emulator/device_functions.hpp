// Device functions of one thread: headers of their own for bits, integers, roundings, mathematics, min and max; here
// time, traps and address spaces.
#pragma once
#ifndef __x86_64__
#include <time.h>
#endif

#include "emulator/bit_functions.hpp"
#include "emulator/core.hpp"
#include "emulator/device_math.hpp"
#include "emulator/fast_functions.hpp"
#include "emulator/integer_functions.hpp"
#include "emulator/minimum.hpp"
#include "emulator/more_mathematics.hpp"
#include "emulator/rounding_functions.hpp"

constexpr int warpSize = 32;

// ---- time, traps, launches that overlap ----
inline long long clock64() {
  cuda_emulator::block_state.asked_clock = true;
#if defined(__x86_64__)
  return static_cast<long long>(__builtin_ia32_rdtsc());
#else
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
#endif
}
inline void __nanosleep(unsigned) {
  cuda_emulator::relax();
}
[[noreturn]] inline void __trap() {
  cuda_emulator::trap();
}
inline void __brkpt() {
  cuda_emulator::trap();
}
inline void __prof_trigger(int) {}
// Dependent launches run one after the other here, so there is nothing to wait for and nothing to signal; the
// microscope is told which threads have waited.
namespace cuda_emulator {
void wait_for_grid_before();
}
inline void cudaGridDependencySynchronize() {
  cuda_emulator::wait_for_grid_before();
}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

// ---- address spaces: a CUDA thread's own variables are on its stack, shared memory is thread-local ----
namespace cuda_emulator {
bool is_shared(const void* p);
bool is_local(const void* p);
}  // namespace cuda_emulator
inline unsigned __isShared(const void* p) {
  return cuda_emulator::is_shared(p);
}
inline unsigned __isLocal(const void* p) {
  return cuda_emulator::is_local(p);
}
inline unsigned __isGlobal(const void* p) {
  return !cuda_emulator::is_shared(p) && !cuda_emulator::is_local(p);
}
// Addresses of shared memory in inline PTX: programs store them in 32 bits.
inline size_t __cvta_generic_to_shared(const void* p) {
  const char* start = cuda_emulator::shared_buffer;
  asm("" : "+r"(start));  // linkers cannot take a thread-local address as the operand of a subtraction
  return static_cast<size_t>(static_cast<const char*>(p) - start);
}
inline void* __cvta_shared_to_generic(size_t address) {
  return cuda_emulator::shared_buffer + static_cast<int>(static_cast<unsigned>(address));
}
inline size_t __cvta_generic_to_local(const void* p) {
  return reinterpret_cast<size_t>(p);
}
inline void* __cvta_global_to_generic(size_t address) {
  return reinterpret_cast<void*>(address);
}
inline size_t __cvta_generic_to_global(const void* p) {
  return reinterpret_cast<size_t>(p);
}
