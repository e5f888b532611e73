// What a program has to know of its device beyond cudaDeviceProp. All throw CudaError where there is no device.
#pragma once

#include <string>

// Its name; on the emulator it says that times are not a GPU's.
std::string device_name();

// True on a CPU emulator: it is right but slow, so programs choose smaller default sizes there.
bool emulated_device();

// Compute capability as one number: 75, 90, ...
int compute_capability();

int multiprocessors();
