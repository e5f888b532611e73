// Stands in for the CUDA header of the same name: barriers in shared memory with separate arrival and wait.
#pragma once
#include <cuda_runtime.h>

#include "emulator/integers.hpp"

namespace cuda_emulator {
void arrival_init(::cuda_emulator::uint64* barrier, int arrivals);
void arrival_arrive(::cuda_emulator::uint64* barrier, ::cuda_emulator::uint32 bytes);
void arrival_drop(::cuda_emulator::uint64* barrier);
unsigned arrival_phase(const ::cuda_emulator::uint64* barrier);
bool arrival_in_phase(::cuda_emulator::uint64* barrier, unsigned phase);
unsigned arrival_missing(const ::cuda_emulator::uint64* barrier);
}  // namespace cuda_emulator

using __mbarrier_t = ::cuda_emulator::uint64;
// The parity of the phase, and above it the number of missing arrivals.
using __mbarrier_token_t = ::cuda_emulator::uint64;

inline ::cuda_emulator::uint32 __mbarrier_maximum_count() {
  return (1 << 20) - 1;
}
inline void __mbarrier_init(__mbarrier_t* barrier, ::cuda_emulator::uint32 expected) {
  cuda_emulator::arrival_init(barrier, static_cast<int>(expected));
}
inline void __mbarrier_inval(__mbarrier_t*) {}
inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  const ::cuda_emulator::uint64 parity = cuda_emulator::arrival_phase(barrier);
  const ::cuda_emulator::uint64 missing = cuda_emulator::arrival_missing(barrier);
  cuda_emulator::arrival_arrive(barrier, 0);
  return parity | missing << 1;
}
inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  const ::cuda_emulator::uint64 parity = cuda_emulator::arrival_phase(barrier);
  const ::cuda_emulator::uint64 missing = cuda_emulator::arrival_missing(barrier);
  cuda_emulator::arrival_drop(barrier);
  return parity | missing << 1;
}
inline ::cuda_emulator::uint32 __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return static_cast<::cuda_emulator::uint32>(token >> 1);
}
CUDA_EMULATOR_INLINE bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  if (!cuda_emulator::arrival_in_phase(barrier, parity)) return true;
  cuda_emulator::relax();
  return false;
}
CUDA_EMULATOR_INLINE bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return __mbarrier_test_wait_parity(barrier, token & 1);
}
CUDA_EMULATOR_INLINE bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, ::cuda_emulator::uint32) {
  return __mbarrier_test_wait_parity(barrier, parity);
}
CUDA_EMULATOR_INLINE bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                              ::cuda_emulator::uint32) {
  return __mbarrier_test_wait(barrier, token);
}
