// What a program has to know of its device beyond cudaDeviceProp. All throw CudaError where there is no device.
#pragma once

#include <cstddef>
#include <string>

// Its name; on the emulator it says that times are not a GPU's.
std::string device_name();

// True on a CPU emulator: it is right but slow, so programs choose smaller default sizes there.
bool emulated_device();

// Compute capability as one number: 75, 90, ...
int compute_capability();

int multiprocessors();

int threads_per_multiprocessor();  // that it holds at once

// What a rung needs of a device beyond compute capability 7.5 and 48 KB of shared memory a block, which all have.
struct Needs {
  int compute_capability = 75;   // 90 for 9.0
  std::size_t shared_bytes = 0;  // of a block, static and dynamic
};

// Why this device is not enough, as "needs compute capability 9.0"; empty if it is.
std::string lacking(const Needs& needs);
