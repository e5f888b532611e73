// The devices, and which of them can access the memory of which.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace topology {

struct Device {
  std::string name, bus_id;  // domain:bus:device.function, as nvidia-smi and lspci spell it
  int multiprocessors;
  std::size_t bytes;  // of global memory
};

// From one device to the memory of another. To itself all is true, and the rank 0.
struct Link {
  bool direct;   // kernels load and store there, and copies need no staging in host memory
  bool atomics;  // atomic functions of system scope work there
  int rank;      // links of a lower rank are faster; -1 if there is none
};

// All devices that this process sees, by their number. Throws CudaError.
std::vector<Device> devices();
// links()[from][to]. Throws CudaError.
std::vector<std::vector<Link>> links();

// One word: "itself", "direct", "direct, no atomics", "by the host".
std::string word(const Link& link, bool itself);

}  // namespace topology
