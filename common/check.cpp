#include "common/check.h"

#include <string>

// Not in the header: almost every file includes that, and would compile it again.
CudaError::CudaError(cudaError_t code, std::source_location where)
    : std::runtime_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                         cudaGetErrorName(code) + ": " + cudaGetErrorString(code)),
      code(code) {}
