#include "emulator/thrust/errors.hpp"
#include "engine/fault_text.hpp"

namespace thrust {

system_error::system_error(cudaError_t error, const std::string& what)
    : std::runtime_error(what + ": " + cudaGetErrorName(error) + ": " + cudaGetErrorString(error)),
      code_(static_cast<int>(error), std::generic_category()) {}

void emulated::check(cudaError_t error, const char* name) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  cuda_emulator::tell_library_failure(name);
  throw system_error(error, std::string(name) + " failed to synchronize");
}

}  // namespace thrust
