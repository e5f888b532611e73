// Stands in for the CUDA header of the same name.
#pragma once
#include "cuda_awbarrier_primitives.h"
#include "emulator/integers.hpp"

namespace nvcuda::experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    ::cuda_emulator::uint32 pending_count() const { return __mbarrier_token_pending_count(token_); }

   private:
    friend awbarrier;
    explicit arrival_token(::cuda_emulator::uint64 token) : token_(token) {}
    ::cuda_emulator::uint64 token_ = 0;
  };
  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  arrival_token arrive() { return arrival_token(__mbarrier_arrive(&word_)); }
  arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&word_)); }
  CUDA_EMULATOR_INLINE bool timed_wait(arrival_token token, ::cuda_emulator::uint32) {
    return __mbarrier_test_wait(&word_, token.token_);
  }
  CUDA_EMULATOR_INLINE bool timed_wait_parity(bool parity, ::cuda_emulator::uint32) {
    return __mbarrier_test_wait_parity(&word_, parity);
  }
  CUDA_EMULATOR_INLINE bool try_wait(arrival_token token, ::cuda_emulator::uint32) {
    return __mbarrier_test_wait(&word_, token.token_);
  }
  CUDA_EMULATOR_INLINE bool try_wait_parity(bool parity, ::cuda_emulator::uint32) {
    return __mbarrier_test_wait_parity(&word_, parity);
  }
  CUDA_EMULATOR_INLINE void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&word_, token.token_)) {
    }
  }
  CUDA_EMULATOR_INLINE void arrive_and_wait() { wait(arrive()); }
  static constexpr ::cuda_emulator::uint32 max() { return (1 << 20) - 1; }

  friend void init(awbarrier* barrier, ::cuda_emulator::uint32 expected) { __mbarrier_init(&barrier->word_, expected); }
  friend void inval(awbarrier*) {}

 private:
  ::cuda_emulator::uint64 word_;
};

}  // namespace nvcuda::experimental
