// Touching pages, from either side, and limits that protect the machine.
#include "ch13_unified/oversubscription/oversubscription.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "common/check.h"
#include "common/owners.h"

namespace oversubscription {

constexpr int block_size = 256;

// n counts elements, not bytes: confusing the two would write past the end of the allocation.
__global__ void touch_kernel(std::uint32_t* data, std::size_t n, std::uint32_t tag) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) data[i] = content(i, tag);
}

// ---- From the device: untouched pages are created there, others migrate there from the host.
void touch_on_device(Buffer& buffer, std::uint32_t tag) {
  touch_kernel<<<blocks_for(buffer.size(), block_size), block_size>>>(buffer.data(), buffer.size(), tag);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

// ---- From the host: the same in the other direction.
void touch_on_host(Buffer& buffer, std::uint32_t tag) {
  check(cudaDeviceSynchronize());
  for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = content(i, tag);
}

__global__ void count_wrong_kernel(const std::uint32_t* data, std::size_t n, std::uint32_t tag,
                                   unsigned long long* wrong) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n && data[i] != content(i, tag)) atomicAdd(wrong, 1ULL);
}

std::size_t count_wrong_on_device(const Buffer& buffer, std::uint32_t tag) {
  DeviceBuffer<unsigned long long> wrong(1);
  wrong.fill_bytes(0);
  count_wrong_kernel<<<blocks_for(buffer.size(), block_size), block_size>>>(buffer.data(), buffer.size(), tag,
                                                                            wrong.data());
  check(cudaGetLastError());
  return wrong.to_host()[0];
}

// ---- The memory that is free on the host. A container may allow less than the machine has.
std::size_t free_on_host() {
  std::size_t free = 0;
  std::ifstream machine("/proc/meminfo");
  for (std::string line; std::getline(machine, line);)
    if (line.starts_with("MemAvailable:")) free = std::stoull(line.substr(13)) * 1024;

  std::size_t allowed = 0, used = 0;
  std::ifstream most("/sys/fs/cgroup/memory.max"), now("/sys/fs/cgroup/memory.current");
  if (most >> allowed && now >> used)
    free = std::min(free, allowed > used ? allowed - used : 0);  // otherwise "max": no limit
  return free;
}

std::size_t most_bytes(std::size_t free_on_device, std::size_t free_on_host, bool oversubscribe) {
  if (oversubscribe) return free_on_device + free_on_host / 2;
  return std::min(free_on_device, free_on_host) / 2;
}

}  // namespace oversubscription
