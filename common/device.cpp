#include "common/device.h"

#include <cuda_runtime.h>

#include "common/check.h"

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
  if (compute_capability() < capability)
    return "needs compute capability " + std::to_string(capability / 10) + "." + std::to_string(capability % 10);
  if (properties().sharedMemPerBlockOptin < needs.shared_bytes)
    return "needs " + std::to_string(needs.shared_bytes / 1024) + " KB of shared memory per block, this device has " +
           std::to_string(properties().sharedMemPerBlockOptin / 1024);
  return "";
}
