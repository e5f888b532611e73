// CUDA's libraries (cuBLAS, cuFFT) as kernels: their work goes through a launch like a program's own, so streams,
// captures, errors and the host's distance from device memory need no second thought. A block has one thread.
#pragma once
#include <cstddef>

#include "emulator/core.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {

// Runs work(block) for each of the blocks, spread over the OS threads. False if the device is lost, by this or before.
template <class Work>
bool run_library(const char* name, std::size_t blocks, cudaStream_t stream, Work work) {
  if (blocks == 0) return !device_failed();
  Launch(name, dim3(static_cast<unsigned>(blocks)), dim3(1), 0, stream)
      .start([work] { work(std::size_t{blockIdx.x}); }, nullptr);
  return !device_failed();
}

// A vector or matrix as a kernel sees it: one in plain host memory faults, as it does on a GPU.
template <class T>
T* device_pointer(T* pointer) {
  return (T*)device_view((const void*)pointer);
}

}  // namespace cuda_emulator
