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
