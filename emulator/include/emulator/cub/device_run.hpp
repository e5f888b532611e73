// How CUB's device-wide algorithms run: the first call, without storage, returns the size that it needs; the second is
// a kernel of one thread in the stream. Neither call waits, as on a GPU; in a kernel it is a child grid of it.
#pragma once
#include <array>
#include <memory>

#include "emulator/cub/thread.hpp"

namespace cub {
namespace emulated {

// A range that a call reads or writes, if it is memory: other iterators have none.
using Use = cuda_emulator::AlgorithmUse;
template <class It, class N>
Use use(const It& it, N n, bool writes) {
  const auto made = thrust::emulated::raw(it);
  using Raw = std::decay_t<decltype(made)>;
  if constexpr (std::is_pointer_v<Raw>) {
    if constexpr (!std::is_void_v<std::remove_pointer_t<Raw>>) {
      return {(const void*)made, static_cast<std::size_t>(n) * sizeof *made, writes};
    }
  }
  return {};
}
template <class It, class N>
Use reads(const It& it, N n) {
  return use(it, n, false);
}
template <class It, class N>
Use writes(const It& it, N n) {
  return use(it, n, true);
}
// What may an output share with an input: nothing, or all of it, or any part?
using Sharing = cuda_emulator::AlgorithmSharing;

inline constexpr const char* launch_name = "cub::Device";
// The body by value: a stream that is being captured runs it later.
template <class F>
cudaError_t run(cudaStream_t stream, F body) {
  const auto work = [body] {
    F once = body;
    once();
  };
  cuda_emulator::Launch(launch_name, dim3(1), dim3(1), 0, stream).start(work, nullptr);
  return cudaPeekAtLastError();
}
// Temporary storage is on the host; but, as on a GPU, more elements need more of it.
template <class F>
cudaError_t run(void* storage, std::size_t& bytes, cudaStream_t stream, const Use* uses, std::size_t count,
                [[maybe_unused]] Sharing sharing, F body) {
  std::size_t needed = 1;
  for (std::size_t i = 0; i < count; ++i) needed += uses[i].bytes / 8192;
  if (!storage) {
    bytes = needed;
    return cudaSuccess;
  }
#ifdef CUDA_EMULATOR_TRACED
  if (cuda_emulator_algorithm_uses && !thrust::emulated::in_kernel()) {
    cuda_emulator_algorithm_uses("cub", uses, count, sharing);
    cuda_emulator_cub_storage(storage, bytes, needed);
  }
#endif
  if (bytes < needed) return cudaErrorInvalidValue;
#ifdef CUDA_EMULATOR_TRACED
  if (cuda_emulator_algorithm_accesses && !thrust::emulated::in_kernel()) {
    const Use workspace{storage, needed, true};
    cuda_emulator_algorithm_accesses(launch_name, uses, count);
    cuda_emulator_algorithm_accesses(launch_name, &workspace, 1);
  }
#endif
  return run(stream, body);
}
template <class F>
cudaError_t run(void* storage, std::size_t& bytes, cudaStream_t stream, std::initializer_list<Use> uses,
                Sharing sharing, F body) {
  return run(storage, bytes, stream, uses.begin(), uses.size(), sharing, body);
}
template <class F>
cudaError_t run(void* storage, std::size_t& bytes, cudaStream_t stream, F body) {
  return run(storage, bytes, stream, {}, Sharing::any, body);
}

// How many elements a call has written, or how far its segments reach in its input, for the microscope: known when it
// has run, and not while a stream is captured.
class LateCount {
 public:
#ifdef CUDA_EMULATOR_TRACED
  void set(std::ptrdiff_t count) const {
    *count_ = count;
  }
  template <class Begin, class End>
  void set_segments(Begin begin, End end, std::int64_t segments) const {
    for (std::ptrdiff_t s = 0; s < segments; ++s) {
      const auto last = static_cast<std::ptrdiff_t>(end[s]);
      if (static_cast<std::ptrdiff_t>(begin[s]) < last) *count_ = std::max(*count_, last);
    }
  }
  template <class It>
  void tell(const It& it, bool writes = true) const {
    if (*count_ <= 0 || !cuda_emulator_algorithm_uses || thrust::emulated::in_kernel()) return;
    const Use used = use(it, *count_, writes);
    cuda_emulator_algorithm_uses("cub", &used, 1, Sharing::any);
  }

 private:
  std::shared_ptr<std::ptrdiff_t> count_ = std::make_shared<std::ptrdiff_t>(0);
#else
  void set(std::ptrdiff_t) const {}
  template <class Begin, class End>
  void set_segments(Begin, End, std::int64_t) const {}
  template <class It>
  void tell(const It&, bool = true) const {}
#endif
};

template <class N>
std::ptrdiff_t size(N n) {
  return static_cast<std::ptrdiff_t>(n);
}
template <class To, class T>
void put_count(To to, T count) {
  *to = static_cast<ValueOf<To>>(count);
}

}  // namespace emulated
}  // namespace cub
