// CUDA's libraries (cuBLAS, cuFFT) as kernels: their work goes through a launch like a program's own, so streams,
// captures, errors and the host's distance from device memory need no second thought. A block has one thread.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "emulator/launch.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {

// Runs work(block) for each of the blocks, spread over the OS threads. False if a launch was refused, or if the device
// is lost, by this or before. More blocks than a grid has go into several. waits_for_others: for other devices'
// kernels.
template <class Work>
bool run_library(const char* name, std::size_t blocks, cudaStream_t stream, Work work, bool waits_for_others = false) {
  constexpr std::size_t most = 2147483647;
  for (std::size_t first = 0; first < blocks; first += most) {
    const auto count = static_cast<unsigned>(std::min(blocks - first, most));
    auto thread = [work, first] { work(first + blockIdx.x); };
    using Thread = decltype(thread);
    const auto kept = std::make_shared<Thread>(std::move(thread));
    Grid grid{name, dim3(count), dim3(1), 0, false, &run_threads<Thread>, kept.get(), sizeof(Thread)};
    grid.waits_for_others = waits_for_others;
    if (launch(grid, nullptr, kept, stream) != cudaSuccess) return false;
  }
  return !device_failed();
}

// A vector or matrix as a kernel sees it: one in plain host memory faults, as it does on a GPU.
template <class T>
T* device_pointer(T* pointer) {
  return (T*)device_view((const void*)pointer);
}

}  // namespace cuda_emulator
