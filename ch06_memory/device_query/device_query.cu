// Query the properties of the device. There is no kernel here: everything is known before the first launch.
//
// There are two ways: cudaGetDeviceProperties fills a structure, cudaDeviceGetAttribute returns one value. CUDA 13
// removed the clock rates from the structure (they change while a device works), but every version has the attributes;
// so this lesson uses the attribute where there is one.
#include "ch06_memory/device_query/device_query.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>

#include "common/check.h"

namespace device_query {

namespace {

// -1 if this device or driver does not support the query: a fact that is not available is no error.
double attribute(cudaDeviceAttr what, int device) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, what, device) == cudaSuccess) return value;
  cudaGetLastError();
  return -1;
}

double scaled(double value, double factor) {
  return value < 0 ? value : value * factor;
}

Device describe(int device) {
  cudaDeviceProp p;
  check(cudaGetDeviceProperties(&p, device));
  const auto ask = [device](cudaDeviceAttr what) { return attribute(what, device); };
  const double kib = 1.0 / 1024, mib = kib / 1024, gib = mib / 1024;
  const double bus_bits = ask(cudaDevAttrGlobalMemoryBusWidth), memory_khz = ask(cudaDevAttrMemoryClockRate);
  const double multiprocessors = ask(cudaDevAttrMultiProcessorCount);
  const double threads = ask(cudaDevAttrMaxThreadsPerMultiProcessor), warp = ask(cudaDevAttrWarpSize);

  const char* identity = "identity";
  const char* machine = "multiprocessors";
  const char* limits = "limits of a launch";
  const char* memory = "memory";
  const char* on_chip = "memory on the chip";
  const char* abilities = "abilities (1: yes)";
  return {
      p.name,
      {
          {identity, "compute capability", p.major + p.minor / 10.0, ""},
          {identity, "clock, at most", scaled(ask(cudaDevAttrClockRate), 1e-3), "MHz"},

          {machine, "multiprocessors", multiprocessors, ""},
          {machine, "threads of a warp", warp, ""},
          {machine, "resident threads of a multiprocessor", threads, ""},
          {machine, "resident warps of a multiprocessor", threads / warp, ""},
          {machine, "resident blocks of a multiprocessor", ask(cudaDevAttrMaxBlocksPerMultiprocessor), ""},
          {machine, "resident threads of the device", multiprocessors * threads, ""},

          {limits, "threads of a block", ask(cudaDevAttrMaxThreadsPerBlock), ""},
          {limits, "block along x", ask(cudaDevAttrMaxBlockDimX), "threads"},
          {limits, "block along y", ask(cudaDevAttrMaxBlockDimY), "threads"},
          {limits, "block along z", ask(cudaDevAttrMaxBlockDimZ), "threads"},
          {limits, "grid along x", ask(cudaDevAttrMaxGridDimX), "blocks"},
          {limits, "grid along y", ask(cudaDevAttrMaxGridDimY), "blocks"},
          {limits, "grid along z", ask(cudaDevAttrMaxGridDimZ), "blocks"},

          {memory, "global memory", static_cast<double>(p.totalGlobalMem) * gib, "GiB"},
          {memory, "bus width", bus_bits, "bits"},
          {memory, "memory clock", scaled(memory_khz, 1e-3), "MHz"},
          // Double data rate: both edges of the clock transfer data.
          {memory, "bandwidth by data sheet", memory_khz < 0 ? -1 : 2 * memory_khz * 1e3 * bus_bits / 8 * 1e-9, "GB/s"},
          {memory, "error correction (ECC)", ask(cudaDevAttrEccEnabled), ""},
          {memory, "L2 cache", scaled(ask(cudaDevAttrL2CacheSize), mib), "MiB"},
          {memory, "constant memory", scaled(ask(cudaDevAttrTotalConstantMemory), kib), "KiB"},

          {on_chip, "registers of a multiprocessor", ask(cudaDevAttrMaxRegistersPerMultiprocessor), "of 4 bytes"},
          {on_chip, "registers of a block", ask(cudaDevAttrMaxRegistersPerBlock), "of 4 bytes"},
          {on_chip, "shared memory of a multiprocessor", scaled(ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor), kib),
           "KiB"},
          {on_chip, "shared memory of a block", scaled(ask(cudaDevAttrMaxSharedMemoryPerBlock), kib), "KiB"},
          {on_chip, "the same, if asked for", scaled(ask(cudaDevAttrMaxSharedMemoryPerBlockOptin), kib), "KiB"},

          {abilities, "managed memory", ask(cudaDevAttrManagedMemory), ""},
          {abilities, "managed memory used by host and device at once", ask(cudaDevAttrConcurrentManagedAccess), ""},
          {abilities, "several kernels at once", ask(cudaDevAttrConcurrentKernels), ""},
          {abilities, "copy engines", ask(cudaDevAttrAsyncEngineCount), ""},
          {abilities, "grid-wide synchronisation", ask(cudaDevAttrCooperativeLaunch), ""},
      }};
}

}  // namespace

std::vector<Device> devices() {
  int count = 0;
  check(cudaGetDeviceCount(&count));
  std::vector<Device> all;
  for (int device = 0; device < count; ++device) all.push_back(describe(device));
  return all;
}

double value_of(const Device& device, const std::string& name) {
  for (const Fact& fact : device.facts)
    if (fact.name == name) return fact.value;
  throw std::out_of_range("there is no fact called " + name);
}

std::string as_text(const Device& device) {
  std::string text, group;
  for (const Fact& fact : device.facts) {
    if (fact.group != group) text += fact.group + "\n";
    group = fact.group;
    char line[160];
    if (fact.value < 0)
      std::snprintf(line, sizeof line, "  %-46s  %12s\n", fact.name.c_str(), "not reported");
    else  // integers without a point, others with one decimal
      std::snprintf(line, sizeof line, "  %-46s  %12.*f %s\n", fact.name.c_str(),
                    fact.value == static_cast<double>(static_cast<long long>(fact.value)) ? 0 : 1, fact.value,
                    fact.unit.c_str());
    text += line;
  }
  return text;
}

}  // namespace device_query
