// How CUB's device-wide algorithms run: the first call, without storage, returns the size that it needs; the second is
// a kernel of one thread in the stream. Neither call waits, as on a GPU; in a kernel it is a child grid of it.
#pragma once
#include <array>

#include "emulator/cub/thread.hpp"

namespace cub {
namespace emulated {

// The body by value: a stream that is being captured runs it later.
template <class F>
cudaError_t run(void* storage, std::size_t& bytes, cudaStream_t stream, F body) {
  constexpr std::size_t needed = 1;  // temporary storage is on the host
  if (!storage) {
    bytes = needed;
    return cudaSuccess;
  }
  if (bytes < needed) return cudaErrorInvalidValue;
  const auto work = [body] {
    F once = body;
    once();
  };
  cuda_emulator::Launch("cub::Device", dim3(1), dim3(1), 0, stream).start(work, nullptr);
  return cudaPeekAtLastError();
}
// For algorithms that need no storage.
template <class F>
cudaError_t run(cudaStream_t stream, F body) {
  std::size_t bytes = 1;
  return run(&bytes, bytes, stream, body);
}

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
