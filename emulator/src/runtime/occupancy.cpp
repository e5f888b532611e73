// How many blocks a multiprocessor of the emulated device can hold, by the documented arithmetic. Warps, blocks,
// registers and shared memory each limit the number; the smallest limit counts.
#include <algorithm>

#include "memory/checked_size.hpp"
#include "platform/arena.hpp"
#include "runtime/device_profiles.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {
constexpr std::size_t register_granule = 256, partitions = 4;

// shared: static and dynamic.
std::size_t blocks_for(std::size_t threads, CheckedSize shared_size) {
  if (threads == 0 || threads > static_cast<std::size_t>(max_threads_per_block)) return 0;
  const std::size_t warps = (threads + 31) / 32;
  const DeviceProfile& device = device_profile();
  if (!shared_size.fits() || shared_size.value() > device.shared_opt_in) return 0;
  const std::size_t shared = round_up(shared_size.value() + device.shared_reserved, device.shared_granule);
  // Registers are allocated per warp, within the partition that the warp is scheduled on.
  const std::size_t per_warp = round_up(registers_per_thread * 32, register_granule);
  const std::size_t warps_by_registers = registers_per_multiprocessor / partitions / per_warp * partitions;
  const std::size_t by_shared = shared == 0 ? warps_by_registers : device.shared / shared;
  return std::min({static_cast<std::size_t>(device.blocks), static_cast<std::size_t>(device.threads) / 32 / warps,
                   warps_by_registers / warps, by_shared});
}
}  // namespace

std::size_t resident_blocks(const void* kernel, unsigned threads_per_block, std::size_t dynamic_shared) {
  const CheckedSize shared = CheckedSize(dynamic_shared) + (kernel ? static_shared(kernel) : 0);
  return blocks_for(threads_per_block, shared) * static_cast<std::size_t>(multiprocessors());
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block_size,
                                                          size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size, dynamic_shared, 0);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int block_size,
                                                                   size_t dynamic_shared, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (!blocks || block_size <= 0 || (flags & ~cudaOccupancyDisableCachingOverride) != 0) {
    return set_error(cudaErrorInvalidValue);
  }
  if (!function) return set_error(cudaErrorInvalidDeviceFunction);
  *blocks = static_cast<int>(
      blocks_for(static_cast<std::size_t>(block_size), CheckedSize(dynamic_shared) + static_shared(function)));
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const cudaLaunchConfig_t* config) {
  if (const cudaError_t error = ready()) return error;
  if (!clusters || !config) return set_error(cudaErrorInvalidValue);
  if (!function) return set_error(cudaErrorInvalidDeviceFunction);
  if (!device_profile().clusters()) return set_error(cudaErrorNotSupported);
  std::size_t size = 1;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const auto& dims = config->attrs[i].val.clusterDim;
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) size = std::size_t{dims.x} * dims.y * dims.z;
  }
  if (size == 0 || size > 16) return set_error(cudaErrorInvalidClusterSize);
  const dim3 block = config->blockDim;
  *clusters = static_cast<int>(resident_blocks(function, block.x * block.y * block.z, config->dynamicSmemBytes) / size);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function, const cudaLaunchConfig_t* config) {
  if (const cudaError_t error = ready()) return error;
  if (!size || !config) return set_error(cudaErrorInvalidValue);
  if (!function) return set_error(cudaErrorInvalidDeviceFunction);
  if (!device_profile().clusters()) return set_error(cudaErrorNotSupported);
  *size = large_clusters_allowed(function) ? 16 : 8;
  return cudaSuccess;
}

// As on an H200 with CUDA 13.0: what each block reserves is not subtracted, so with this much one block less fits.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared, const void* function, int blocks,
                                                      int block_size) {
  if (const cudaError_t error = ready()) return error;
  if (!dynamic_shared || blocks <= 0 || block_size <= 0) return set_error(cudaErrorInvalidValue);
  if (!function) return set_error(cudaErrorInvalidDeviceFunction);
  const std::size_t declared = static_shared(function);
  if (blocks_for(static_cast<std::size_t>(block_size), declared) < static_cast<std::size_t>(blocks)) {
    return set_error(cudaErrorInvalidValue);
  }
  const DeviceProfile& device = device_profile();
  const std::size_t share = device.shared / blocks / device.shared_granule * device.shared_granule;
  *dynamic_shared = std::min(share - declared, dynamic_shared_limit(function));
  return cudaSuccess;
}
