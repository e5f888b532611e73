// Launches: which are possible, which kernel an address names, and how a launch becomes a grid.
#include "runtime/launch.hpp"

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include "emulator/launch_api.hpp"
#include "engine/cluster.hpp"
#include "engine/running.hpp"
#include "runtime/beside.hpp"
#include "runtime/device_profiles.hpp"
#include "runtime/graph.hpp"
#include "runtime/library_launch.hpp"
#include "runtime/runtime.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {

RuntimeSide runtime_side{host_is_waited_for,
                         large_clusters_allowed,
                         [] { return device_profile().clusters(); },
                         [] { return device_profile().capability; },
                         most_pending_launches,
                         [](const Grid& grid) {
                           const dim3 block = grid.block;
                           return resident_blocks(grid.kernel, block.x * block.y * block.z, grid.shared);
                         },
                         host_may_help,
                         tell_unchecked_errors};

namespace {

std::mutex registry_mutex;
std::map<const void*, AddressedKernelType>& registry() {
  static std::map<const void*, AddressedKernelType> kernels;
  return kernels;
}

}  // namespace

// CUDA 13 has one error for everything that no device can run; older toolkits have cudaErrorInvalidConfiguration for
// it.
cudaError_t check_launch(const Grid& grid, const void* kernel) {
  const dim3 blocks_of = grid.grid, block = grid.block;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads == 0 || threads > max_block_threads || block.x > 1024 || block.y > 1024 || block.z > 64) {
    return cudaErrorInvalidValue;
  }
  if (blocks_of.x == 0 || blocks_of.y == 0 || blocks_of.z == 0) return cudaErrorInvalidValue;
  if (blocks_of.x > 2147483647u || blocks_of.y > 65535 || blocks_of.z > 65535) return cudaErrorInvalidValue;
  // Without dynamic memory there is nothing to add: the kernel's static memory was checked at compile time.
  if (grid.shared > 0 && grid.shared > dynamic_shared_limit(kernel)) return cudaErrorInvalidValue;
  if (kernel && threads > static_cast<std::uint64_t>(launch_bound(kernel))) return cudaErrorInvalidValue;
  if (const cudaError_t error = check_cluster(grid.grid, grid.cluster, kernel); error != cudaSuccess) return error;
  if (grid.cooperative) {
    const std::uint64_t blocks = std::uint64_t{blocks_of.x} * blocks_of.y * blocks_of.z;
    if (blocks > resident_blocks(kernel, static_cast<unsigned>(threads), grid.shared)) {
      return cudaErrorCooperativeLaunchTooLarge;
    }
  }
  return cudaSuccess;
}

Launch::Launch(const char* name, dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream)
    : name_(name), grid_(grid), block_(block), shared_(shared), stream_(stream) {
  ++block_state.paused;
}
Launch::~Launch() {
  --block_state.paused;
}

void Launch::run(const void* kernel, Owned arg, std::size_t arg_size, RunRow run_row) const noexcept {
  Grid grid{name_, grid_, block_, shared_, false, run_row, arg.object, arg_size};
  std::shared_ptr<void> keep(arg.object, arg.remove);
  take_announced(grid, keep);
  const cudaError_t error = launch(grid, kernel, std::move(keep), stream_);
  if (error != cudaSuccess) launch_refused(error);
  launch_began();
}

void Launch::run_copy(const void* kernel, const void* arg, std::size_t arg_size, RunRow run_row) const noexcept {
  constexpr std::align_val_t alignment{alignment_of_copies};
  void* const copy = std::memcpy(::operator new(arg_size, alignment), arg, arg_size);
  run(kernel, {copy, [](void* object) { ::operator delete(object, alignment); }}, arg_size, run_row);
}

cudaError_t launch(const Grid& wanted, const void* kernel, std::shared_ptr<void> keep, cudaStream_t stream) {
  Grid grid = wanted;
  grid.kernel = kernel;
  if (const cudaError_t error = check_launch(grid, kernel); error != cudaSuccess) {
    return because(error, [&] { return reason_of_launch(grid, kernel, error); });
  }
  if (in_kernel()) {
    return set_error(add_child_grid(grid, std::move(keep), stream == cudaStreamTailLaunch));
  }
  return submit(stream, KernelWork{grid, kernel, std::move(keep)});
}

void register_kernel(const void* kernel, const AddressedKernelType& type) {
  const std::lock_guard lock(registry_mutex);
  registry().try_emplace(kernel, type);
}

bool bind_kernel(const void* kernel, void** arguments, BoundKernel* bound) {
  AddressedKernelType found;
  {
    const std::lock_guard lock(registry_mutex);
    const auto place = registry().find(kernel);
    if (place == registry().end()) return false;
    found = place->second;
  }
  const Owned arg = found.bind(kernel, arguments);
  *bound = {std::shared_ptr<void>(arg.object, arg.remove), found.size, found.run_row, kernel_name(kernel), {}};
  bound->addresses.resize(found.argument_count);
  found.find_arguments(arg.object, bound->addresses.data());
  return true;
}

cudaError_t launch_by_address(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                              cudaStream_t stream, bool cooperative) {
  BoundKernel bound;
  if (!bind_kernel(kernel, arguments, &bound)) return set_error(cudaErrorInvalidDeviceFunction);
  return launch({bound.name, grid, block, shared, cooperative, bound.run_row, bound.arg.get(), bound.arg_size}, kernel,
                bound.arg, stream);
}

cudaError_t launch_by_config(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  if (!config) return set_error(cudaErrorInvalidValue);
  bool cooperative = false, dependent = false;
  dim3 cluster(1, 1, 1);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeClusterDimension) {
      cluster = {attribute.val.clusterDim.x, attribute.val.clusterDim.y, attribute.val.clusterDim.z};
    }
    if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization) {
      dependent =
          attribute.val.programmaticStreamSerializationAllowed != 0;  // for the microscope: it runs in order here
    }
    // The others request an order, a priority or an overlap that execution in order satisfies.
  }
  BoundKernel bound;
  if (!bind_kernel(kernel, arguments, &bound)) return set_error(cudaErrorInvalidDeviceFunction);
  Grid grid{bound.name,  config->gridDim, config->blockDim, config->dynamicSmemBytes,
            cooperative, bound.run_row,   bound.arg.get(),  bound.arg_size};
  grid.cluster = cluster;
  grid.dependent = dependent;
  return launch(grid, kernel, bound.arg, config->stream);
}

}  // namespace cuda_emulator

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
  return cuda_emulator::launch_by_address(kernel, grid, block, arguments, shared, stream, false);
}
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                                        cudaStream_t stream) {
  return cuda_emulator::launch_by_address(kernel, grid, block, arguments, shared, stream, true);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  return cuda_emulator::launch_by_config(config, kernel, arguments);
}
