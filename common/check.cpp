#include "common/check.h"

#include <string>

// Not in the header: almost every file includes that, and would compile this again.
CudaError::CudaError(cudaError_t code, std::source_location where)
    : std::runtime_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                         cudaGetErrorName(code) + ": " + cudaGetErrorString(code)),
      code(code) {}

void throw_cuda_error(cudaError_t code, std::source_location where) {
  cudaGetLastError();  // reported here, so the next launch's check must not report it again
  throw CudaError(code, where);
}
