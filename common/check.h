// check(status): throws CudaError unless a CUDA call succeeded. In every build: a missed error costs more than a
// compare.
#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <stdexcept>

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, std::source_location where);  // what() says file, line, the code's name and its text

  // This machine lacks a requirement of CUDA programs: a device, or a driver as new as the toolkit.
  bool no_device() const { return code == cudaErrorNoDevice || code == cudaErrorInsufficientDriver; }

  cudaError_t code;
};

[[noreturn]] void throw_cuda_error(cudaError_t code, std::source_location where);

inline void check(cudaError_t code, std::source_location where = std::source_location::current()) {
  if (code != cudaSuccess) throw_cuda_error(code, where);
}
