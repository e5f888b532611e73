// cuda::barrier, latches, semaphores, asynchronous copies and pipelines. A waiting thread lets the block's others run.
#pragma once
#include <chrono>
#include <utility>

#include "cuda_pipeline.h"
#include "emulator/cuda_std/atomic.hpp"

namespace cuda_emulator {
void arrival_init(std::uint64_t* barrier, int arrivals);
void arrival_arrive(std::uint64_t* barrier, std::uint32_t bytes);
void arrival_drop(std::uint64_t* barrier);
void arrival_expect(std::uint64_t* barrier, std::uint32_t bytes);
void arrival_bytes(std::uint64_t* barrier, std::uint32_t bytes);
unsigned arrival_phase(const std::uint64_t* barrier);
bool arrival_in_phase(std::uint64_t* barrier, unsigned phase);
void bulk_copy(void* shared, const void* global, std::uint32_t bytes, std::uint64_t* barrier);
}  // namespace cuda_emulator

namespace cuda {

namespace emulated {
struct NoCompletion {
  void operator()() const {}
};
}  // namespace emulated

template <thread_scope scope = thread_scope_system, class Completion = emulated::NoCompletion>
class barrier {
 public:
  class arrival_token {
    friend class barrier;
    unsigned phase = 0;
  };

  barrier() = default;  // in shared memory, until init
  constexpr barrier(::std::ptrdiff_t expected, Completion completion = Completion())
      : expected_(static_cast<unsigned>(expected)), missing_(expected_), completion_(completion) {}
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  static constexpr ::std::ptrdiff_t max() { return (1 << 20) - 1; }
  friend void init(barrier* self, ::std::ptrdiff_t expected, Completion completion = Completion()) {
    self->expected_ = self->missing_ = static_cast<unsigned>(expected);
    self->phase_ = 0;
    self->completion_ = completion;
  }

  [[nodiscard]] CUDA_EMULATOR_INLINE arrival_token arrive(::std::ptrdiff_t count = 1) {
    emulated::note_release();
    arrival_token token;
    token.phase = load(phase_);
    if (__atomic_sub_fetch(&missing_, static_cast<unsigned>(count), __ATOMIC_SEQ_CST) == 0) complete();
    return token;
  }
  CUDA_EMULATOR_INLINE void wait(arrival_token&& token) const { wait_past(token.phase); }
  CUDA_EMULATOR_INLINE void wait_parity(bool parity) const {
    while ((load(phase_) & 1) == static_cast<unsigned>(parity)) cuda_emulator::relax();
    emulated::note_acquire();
  }
  CUDA_EMULATOR_INLINE void arrive_and_wait() { wait(arrive()); }
  CUDA_EMULATOR_INLINE void arrive_and_drop() {
    __atomic_sub_fetch(&expected_, 1u, __ATOMIC_SEQ_CST);
    (void)arrive();
  }
  template <class Duration>
  CUDA_EMULATOR_INLINE bool try_wait_for(arrival_token&& token, const Duration&) const {
    return try_wait(::std::move(token));
  }
  CUDA_EMULATOR_INLINE bool try_wait(arrival_token&& token) const {
    if (load(phase_) == token.phase) cuda_emulator::relax();
    return load(phase_) != token.phase;
  }
  CUDA_EMULATOR_INLINE bool try_wait_parity(bool parity) const {
    if ((load(phase_) & 1) == static_cast<unsigned>(parity)) cuda_emulator::relax();
    return (load(phase_) & 1) != static_cast<unsigned>(parity);
  }

 private:
  static CUDA_EMULATOR_INLINE unsigned load(const unsigned& word) { return __atomic_load_n(&word, __ATOMIC_SEQ_CST); }
  // The last thread to arrive: no other accesses the barrier until the phase changes.
  void complete() {
    completion_();
    __atomic_store_n(&missing_, load(expected_), __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&phase_, 1u, __ATOMIC_SEQ_CST);
  }
  CUDA_EMULATOR_INLINE void wait_past(unsigned phase) const {
    while (load(phase_) == phase) cuda_emulator::relax();
    emulated::note_acquire();
  }
  unsigned expected_ = 0, missing_ = 0, phase_ = 0;
  [[no_unique_address]] Completion completion_;
};

// A block's barrier is the 64-bit word of inline PTX's mbarrier, so that both may be used on one barrier; bulk copies
// count their bytes there (src/engine/bulk_copy.cpp).
template <>
class barrier<thread_scope_block, emulated::NoCompletion> {
 public:
  class arrival_token {
    friend class barrier;
    bool parity = false;
  };

  barrier() = default;  // in shared memory, until init
  explicit barrier(::std::ptrdiff_t expected, emulated::NoCompletion = {}) {
    cuda_emulator::arrival_init(&word_, static_cast<int>(expected));
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  static constexpr ::std::ptrdiff_t max() { return (1 << 20) - 1; }
  friend void init(barrier* self, ::std::ptrdiff_t expected, emulated::NoCompletion = {}) {
    cuda_emulator::arrival_init(&self->word_, static_cast<int>(expected));
  }

  [[nodiscard]] CUDA_EMULATOR_INLINE arrival_token arrive(::std::ptrdiff_t count = 1) {
    return arrive_and_expect(count, 0);
  }
  CUDA_EMULATOR_INLINE void wait(arrival_token&& token) const { wait_parity(token.parity); }
  CUDA_EMULATOR_INLINE void wait_parity(bool parity) const {
    while (cuda_emulator::arrival_in_phase(&word_, parity)) cuda_emulator::relax();
  }
  CUDA_EMULATOR_INLINE void arrive_and_wait() { wait(arrive()); }
  CUDA_EMULATOR_INLINE void arrive_and_drop() { cuda_emulator::arrival_drop(&word_); }
  template <class Duration>
  CUDA_EMULATOR_INLINE bool try_wait_for(arrival_token&& token, const Duration&) const {
    return try_wait_parity(token.parity);
  }
  CUDA_EMULATOR_INLINE bool try_wait(arrival_token&& token) const { return try_wait_parity(token.parity); }
  template <class Duration>
  CUDA_EMULATOR_INLINE bool try_wait_parity_for(bool parity, const Duration&) const {
    return try_wait_parity(parity);
  }
  CUDA_EMULATOR_INLINE bool try_wait_parity(bool parity) const {
    if (cuda_emulator::arrival_in_phase(&word_, parity)) cuda_emulator::relax();
    return !cuda_emulator::arrival_in_phase(&word_, parity);
  }

  CUDA_EMULATOR_INLINE arrival_token arrive_and_expect(::std::ptrdiff_t count, ::std::ptrdiff_t bytes) {
    arrival_token token;
    token.parity = cuda_emulator::arrival_phase(&word_) != 0;
    if (bytes) cuda_emulator::arrival_expect(&word_, static_cast<::std::uint32_t>(bytes));
    for (::std::ptrdiff_t i = 0; i < count; ++i) cuda_emulator::arrival_arrive(&word_, 0);
    return token;
  }
  ::std::uint64_t* native() const { return &word_; }

 private:
  mutable ::std::uint64_t word_;
};

template <thread_scope scope = thread_scope_system>
class latch {
 public:
  constexpr explicit latch(::std::ptrdiff_t expected) : left_(expected) {}
  static constexpr ::std::ptrdiff_t max() { return ~(::std::ptrdiff_t{1} << 63); }
  friend void init(latch* self, ::std::ptrdiff_t expected) { self->left_ = expected; }
  CUDA_EMULATOR_INLINE void count_down(::std::ptrdiff_t count = 1) {
    emulated::note_release();
    __atomic_sub_fetch(&left_, count, __ATOMIC_SEQ_CST);
  }
  CUDA_EMULATOR_INLINE bool try_wait() const {
    emulated::perhaps_spinning();
    return __atomic_load_n(&left_, __ATOMIC_SEQ_CST) <= 0;
  }
  CUDA_EMULATOR_INLINE void wait() const {
    while (__atomic_load_n(&left_, __ATOMIC_SEQ_CST) > 0) cuda_emulator::relax();
    emulated::note_acquire();
  }
  CUDA_EMULATOR_INLINE void arrive_and_wait(::std::ptrdiff_t count = 1) {
    count_down(count);
    wait();
  }

 private:
  ::std::ptrdiff_t left_;
};

template <thread_scope scope = thread_scope_system, ::std::ptrdiff_t most = (1 << 30)>
class counting_semaphore {
 public:
  constexpr explicit counting_semaphore(::std::ptrdiff_t count = 0) : count_(count) {}
  static constexpr ::std::ptrdiff_t max() { return most; }
  CUDA_EMULATOR_INLINE void release(::std::ptrdiff_t count = 1) {
    emulated::note_release();
    __atomic_add_fetch(&count_, count, __ATOMIC_SEQ_CST);
  }
  CUDA_EMULATOR_INLINE bool try_acquire() {
    ::std::ptrdiff_t seen = __atomic_load_n(&count_, __ATOMIC_SEQ_CST);
    while (seen > 0) {
      if (__atomic_compare_exchange_n(&count_, &seen, seen - 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        emulated::note_acquire();
        return true;
      }
    }
    emulated::perhaps_spinning();
    return false;
  }
  CUDA_EMULATOR_INLINE void acquire() {
    while (!try_acquire()) cuda_emulator::relax();
  }

 private:
  ::std::ptrdiff_t count_;
};
template <thread_scope scope = thread_scope_system>
using binary_semaphore = counting_semaphore<scope, 1>;

namespace std {
template <class Completion = emulated::NoCompletion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
using latch = ::cuda::latch<thread_scope_system>;
template <::std::ptrdiff_t most = (1 << 30)>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, most>;
using binary_semaphore = ::cuda::binary_semaphore<thread_scope_system>;
}  // namespace std

// ---- Asynchronous copies: every thread of the group copies its share, when it waits for it ----

template <::std::size_t alignment>
struct aligned_size_t {
  static constexpr ::std::size_t align = alignment;
  ::std::size_t value;
  constexpr explicit aligned_size_t(::std::size_t size) : value(size) {}
  constexpr operator ::std::size_t() const { return value; }
};

namespace emulated {
// Copies of whole pieces: copy(to, from, size) for each of the thread's.
template <class Copy>
CUDA_EMULATOR_INLINE void for_each_piece(void* to, const void* from, ::std::size_t bytes, ::std::size_t rank,
                                         ::std::size_t size, Copy copy) {
  const auto whole = reinterpret_cast<::std::uintptr_t>(to) | reinterpret_cast<::std::uintptr_t>(from) | bytes;
  const ::std::size_t piece = whole % 16 == 0 ? 16 : whole % 4 == 0 ? 4 : 1;
  for (::std::size_t at = rank * piece; at < bytes; at += size * piece) {
    copy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, piece);
  }
}
// Any other barrier: at once, which CUDA allows too.
template <class Sync>
CUDA_EMULATOR_INLINE void copy_until(Sync&, void* to, const void* from, ::std::size_t size) {
  cuda_emulator::do_async_copy({static_cast<char*>(to), static_cast<const char*>(from), size, 0, 0});
}
CUDA_EMULATOR_INLINE void copy_until(barrier<thread_scope_block>& b, void* to, const void* from, ::std::size_t size) {
  cuda_emulator::note_source(from, size);
  cuda_emulator::copy_until_barrier(b.native(), to, from, size);
}
}  // namespace emulated

template <thread_scope scope>
class pipeline;
namespace emulated {
template <thread_scope scope>
CUDA_EMULATOR_INLINE void copy_until(pipeline<scope>& p, void* to, const void* from, ::std::size_t size) {
  p.ask(to, from, size);
}
}  // namespace emulated

enum class async_contract_fulfillment { none, async };
template <class T, class Size, class Sync>
CUDA_EMULATOR_INLINE async_contract_fulfillment memcpy_async(T* to, const T* from, Size bytes, Sync& sync) {
  emulated::for_each_piece((void*)to, (const void*)from, bytes, 0, 1,
                           [&](void* t, const void* f, ::std::size_t n) { emulated::copy_until(sync, t, f, n); });
  return async_contract_fulfillment::none;
}
template <class Size, class Sync>
CUDA_EMULATOR_INLINE async_contract_fulfillment memcpy_async(void* to, const void* from, Size bytes, Sync& sync) {
  return memcpy_async(static_cast<char*>(to), static_cast<const char*>(from), bytes, sync);
}
template <class Group, class To, class From, class Size, class Sync>
CUDA_EMULATOR_INLINE async_contract_fulfillment memcpy_async(const Group& group, To* to, const From* from, Size bytes,
                                                             Sync& sync) {
  emulated::for_each_piece((void*)to, (const void*)from, bytes, group.thread_rank(), group.size(),
                           [&](void* t, const void* f, ::std::size_t n) { emulated::copy_until(sync, t, f, n); });
  return async_contract_fulfillment::none;
}

// ---- Pipelines: each stage has a barrier that says that it is full and one that says that it is free ----

enum class pipeline_role { producer, consumer };

template <thread_scope scope, unsigned stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;

  barrier<scope> full[stages], free[stages];
  unsigned producers = 0;
};

template <thread_scope scope>
class pipeline {
 public:
  pipeline() = default;
  pipeline(barrier<scope>* full, barrier<scope>* free, unsigned stages) : full_(full), free_(free), stages_(stages) {}
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;

  CUDA_EMULATOR_INLINE void producer_acquire() {
    if (free_ && produced_ >= stages_) free_[produced_ % stages_].wait_parity(((produced_ / stages_) + 1) & 1);
  }
  CUDA_EMULATOR_INLINE void producer_commit() {
    if constexpr (scope == thread_scope_block) {
      cuda_emulator::async_copies_arrive_at(full_[produced_ % stages_].native(), true);
    } else if (full_) {
      (void)full_[produced_ % stages_].arrive();
    } else {
      cuda_emulator::commit_async_copies();
    }
    ++produced_;
  }
  CUDA_EMULATOR_INLINE void consumer_wait() { wait_until(consumed_ + 1); }
  // For the first `end` stages.
  CUDA_EMULATOR_INLINE void wait_until(unsigned end) {
    if (!full_) return cuda_emulator::wait_for_async_copies(produced_ > end ? produced_ - end : 0);
    for (unsigned i = consumed_; i < end; ++i) full_[i % stages_].wait_parity((i / stages_) & 1);
  }
  CUDA_EMULATOR_INLINE void wait_prior(unsigned prior) {
    if (produced_ > prior) wait_until(produced_ - prior);
  }
  CUDA_EMULATOR_INLINE void ask(void* to, const void* from, ::std::size_t size) {
    const cuda_emulator::AsyncCopy copy = {static_cast<char*>(to), static_cast<const char*>(from), size, 0, 0};
    if (full_ && scope != thread_scope_block) return cuda_emulator::do_async_copy(copy);
    if (full_) cuda_emulator::note_source(from, size);
    cuda_emulator::ask_async_copy(copy);
  }
  template <class Duration>
  CUDA_EMULATOR_INLINE bool consumer_wait_for(const Duration&) {
    consumer_wait();
    return true;
  }
  CUDA_EMULATOR_INLINE void consumer_release() {
    if (free_) (void)free_[consumed_ % stages_].arrive();
    ++consumed_;
  }
  bool quit() { return true; }

 private:
  barrier<scope>*full_ = nullptr, *free_ = nullptr;  // none: the thread's own pipeline
  unsigned stages_ = 1, produced_ = 0, consumed_ = 0;
};

inline pipeline<thread_scope_thread> make_pipeline() {
  return {};
}
template <class Group, thread_scope scope, unsigned stages>
CUDA_EMULATOR_INLINE pipeline<scope> make_pipeline(const Group& group, pipeline_shared_state<scope, stages>* state) {
  if (group.thread_rank() == 0) {
    for (unsigned i = 0; i < stages; ++i) {
      init(&state->full[i], static_cast<::std::ptrdiff_t>(group.size()));
      init(&state->free[i], static_cast<::std::ptrdiff_t>(group.size()));
    }
  }
  group.sync();
  return {state->full, state->free, stages};
}
template <class Group, thread_scope scope, unsigned stages>
CUDA_EMULATOR_INLINE pipeline<scope> make_pipeline(const Group& group, pipeline_shared_state<scope, stages>* state,
                                                   ::std::size_t producers) {
  if (group.thread_rank() == 0) {
    for (unsigned i = 0; i < stages; ++i) {
      init(&state->full[i], static_cast<::std::ptrdiff_t>(producers));
      init(&state->free[i], static_cast<::std::ptrdiff_t>(group.size() - producers));
    }
  }
  group.sync();
  return {state->full, state->free, stages};
}
template <class Group, thread_scope scope, unsigned stages>
CUDA_EMULATOR_INLINE pipeline<scope> make_pipeline(const Group& group, pipeline_shared_state<scope, stages>* state,
                                                   pipeline_role role) {
  if (group.thread_rank() == 0) state->producers = 0;
  group.sync();
  if (role == pipeline_role::producer) __atomic_add_fetch(&state->producers, 1u, __ATOMIC_SEQ_CST);
  group.sync();
  const ::std::size_t producers = state->producers;
  return make_pipeline(group, state, producers);
}
// All but the last `prior` batches of this thread.
template <unsigned prior, thread_scope scope>
CUDA_EMULATOR_INLINE void pipeline_consumer_wait_prior(pipeline<scope>& p) {
  p.wait_prior(prior);
}
}  // namespace cuda
