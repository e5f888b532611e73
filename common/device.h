// Properties of the device that programs need beyond cudaDeviceProp. All throw CudaError if there is no device.
#pragma once

#include <cstddef>
#include <string>

// Its name; on the emulator it includes that times are not a GPU's.
std::string device_name();

// True on a CPU emulator: its results are right but it is slow, so programs choose smaller default sizes.
bool emulated_device();

// Compute capability as one number: 75, 90, ...
int compute_capability();

int multiprocessors();

int threads_per_multiprocessor();  // the most that can be resident at once

int reserved_shared();  // bytes of a block's shared memory that CUDA itself uses, beside what a kernel asks for

// A rung's requirements beyond compute capability 7.5 and 48 KB of shared memory per block, which all devices have.
struct Needs {
  int compute_capability = 75;   // 90 for 9.0
  std::size_t shared_bytes = 0;  // of a block, static and dynamic
};

// Why this device is not enough, such as "needs compute capability 9.0"; empty if it is.
std::string lacking(const Needs& needs);
