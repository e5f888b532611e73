// Stands in for the CUDA header of the same name.
#pragma once
#include "cuda_awbarrier_primitives.h"

namespace nvcuda::experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    std::uint32_t pending_count() const { return __mbarrier_token_pending_count(token_); }

   private:
    friend awbarrier;
    explicit arrival_token(std::uint64_t token) : token_(token) {}
    std::uint64_t token_ = 0;
  };
  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  arrival_token arrive() { return arrival_token(__mbarrier_arrive(&word_)); }
  arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&word_)); }
  CUDA_EMULATOR_INLINE bool timed_wait(arrival_token token, std::uint32_t) {
    return __mbarrier_test_wait(&word_, token.token_);
  }
  CUDA_EMULATOR_INLINE bool timed_wait_parity(bool parity, std::uint32_t) {
    return __mbarrier_test_wait_parity(&word_, parity);
  }
  CUDA_EMULATOR_INLINE bool try_wait(arrival_token token, std::uint32_t) {
    return __mbarrier_test_wait(&word_, token.token_);
  }
  CUDA_EMULATOR_INLINE bool try_wait_parity(bool parity, std::uint32_t) {
    return __mbarrier_test_wait_parity(&word_, parity);
  }
  CUDA_EMULATOR_INLINE void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&word_, token.token_)) {
    }
  }
  CUDA_EMULATOR_INLINE void arrive_and_wait() { wait(arrive()); }
  static constexpr std::uint32_t max() { return (1 << 20) - 1; }

  friend void init(awbarrier* barrier, std::uint32_t expected) { __mbarrier_init(&barrier->word_, expected); }
  friend void inval(awbarrier*) {}

 private:
  std::uint64_t word_;
};

}  // namespace nvcuda::experimental
