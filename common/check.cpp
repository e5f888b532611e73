#include "common/check.h"

#include <string>

#include "common/library_error.h"

// Not in the header: almost every file includes that, and would compile this again.
CudaError::CudaError(cudaError_t code, std::source_location where)
    : std::runtime_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                         cudaGetErrorName(code) + ": " + cudaGetErrorString(code)),
      code(code) {}

LibraryError::LibraryError(int code, const std::string& name, const std::string& meaning, std::source_location where)
    : std::runtime_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " + name +
                         (meaning.empty() ? "" : ": " + meaning)),
      code(code),
      name(name) {}

void throw_cuda_error(cudaError_t code, std::source_location where) {
  cudaGetLastError();  // reported here, so the next launch's check must not report it again
  throw CudaError(code, where);
}

namespace {

const cudaDeviceProp& properties() {
  static const cudaDeviceProp known = [] {
    int device = 0;
    cudaDeviceProp properties;
    check(cudaGetDevice(&device));
    check(cudaGetDeviceProperties(&properties, device));
    return properties;
  }();
  return known;
}

}  // namespace

std::string device_name() {
  return properties().name;
}

bool emulated_device() {
  return device_name().starts_with("CPU emulator");
}

int compute_capability() {
  return 10 * properties().major + properties().minor;
}

int multiprocessors() {
  return properties().multiProcessorCount;
}

int threads_per_multiprocessor() {
  return properties().maxThreadsPerMultiProcessor;
}

int reserved_shared() {
  return static_cast<int>(properties().reservedSharedMemPerBlock);
}

std::string lacking(const Needs& needs) {
  const int capability = needs.compute_capability;
  if (compute_capability() < capability || (needs.exactly && compute_capability() != capability))
    return std::string(needs.exactly ? "needs exactly" : "needs") + " compute capability " +
           std::to_string(capability / 10) + "." + std::to_string(capability % 10);
  if (properties().sharedMemPerBlockOptin < needs.shared_bytes)
    return "needs " + std::to_string(needs.shared_bytes / 1024) + " KB of shared memory per block, this device has " +
           std::to_string(properties().sharedMemPerBlockOptin / 1024);
  return "";
}
