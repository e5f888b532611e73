// Query the devices, and for every pair what one can do in the other's memory. There is no kernel here. The order of
// the devices is the runtime's; CUDA_DEVICE_ORDER=PCI_BUS_ID makes it that of nvidia-smi.
#include "ch14_multi_gpu/topology/topology.h"

#include <cuda_runtime.h>

#include "common/check.h"
#include "common/devices.h"

namespace topology {

namespace {

int attribute(cudaDeviceP2PAttr what, int from, int to) {
  int value = 0;
  check(cudaDeviceGetP2PAttribute(&value, what, from, to));
  return value;
}

Link link(int from, int to) {
  if (from == to) return {true, true, 0};
  if (!attribute(cudaDevP2PAttrAccessSupported, from, to)) return {false, false, -1};
  return {true, attribute(cudaDevP2PAttrNativeAtomicSupported, from, to) != 0,
          attribute(cudaDevP2PAttrPerformanceRank, from, to)};
}

}  // namespace

std::vector<Device> devices() {
  std::vector<Device> all;
  for (int device = 0; device < device_count(); ++device) {
    cudaDeviceProp p;
    char bus_id[32];
    check(cudaGetDeviceProperties(&p, device));
    check(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, device));
    all.push_back({p.name, bus_id, p.multiProcessorCount, p.totalGlobalMem});
  }
  return all;
}

std::vector<std::vector<Link>> links() {
  const int count = device_count();
  std::vector<std::vector<Link>> all(count);
  for (int from = 0; from < count; ++from)
    for (int to = 0; to < count; ++to) all[from].push_back(link(from, to));
  return all;
}

std::string word(const Link& link, bool itself) {
  if (itself) return "itself";
  if (!link.direct) return "by the host";
  return link.atomics ? "direct" : "direct, no atomics";
}

}  // namespace topology
