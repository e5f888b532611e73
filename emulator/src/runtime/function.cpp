// Attributes that programs query and set for a kernel, by its address. The emulator compiles kernels as ordinary
// functions, so the number of registers is a fixed one of the emulated device.
#include <algorithm>
#include <map>
#include <mutex>

#include "runtime/device_profiles.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {
struct FunctionState {
  int dynamic_shared = -1;  // -1: never set
  int carveout = cudaSharedmemCarveoutDefault;
  int most_threads = max_threads_per_block;  // __launch_bounds__
  bool large_clusters = false;
};
std::mutex mutex;
std::map<const void*, FunctionState>& functions() {
  static auto* const all = new std::map<const void*, FunctionState>;
  return *all;
}
std::size_t largest_dynamic_shared = shared_per_block;
bool any_large_clusters = false;
}  // namespace

bool large_clusters_allowed(const void* kernel) {
  const std::lock_guard lock(mutex);
  if (!kernel) return any_large_clusters;
  const auto found = functions().find(kernel);
  return found != functions().end() && found->second.large_clusters;
}

std::size_t dynamic_shared_limit(const void* kernel) {
  const std::size_t declared = kernel ? static_shared(kernel) : 0;
  const std::lock_guard lock(mutex);
  if (!kernel) return largest_dynamic_shared;
  const auto found = functions().find(kernel);
  if (found != functions().end() && found->second.dynamic_shared >= 0)
    return static_cast<std::size_t>(found->second.dynamic_shared);  // it lowers the limit too
  return shared_per_block - std::min(declared, shared_per_block);
}

bool dynamic_shared_is_set(const void* kernel) {
  const std::lock_guard lock(mutex);
  const auto found = functions().find(kernel);
  return found != functions().end() && found->second.dynamic_shared >= 0;
}

void set_launch_bound(const void* kernel, int threads) {
  const std::lock_guard lock(mutex);
  if (threads > 0) functions()[kernel].most_threads = std::min(threads, max_threads_per_block);
}

int launch_bound(const void* kernel) {
  const std::lock_guard lock(mutex);
  const auto found = functions().find(kernel);
  return found == functions().end() ? max_threads_per_block : found->second.most_threads;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  if (const cudaError_t error = ready()) return error;
  if (!function) return set_error(cudaErrorInvalidDeviceFunction);
  const std::size_t declared = static_shared(function);
  const std::lock_guard lock(mutex);
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 || declared + static_cast<std::size_t>(value) > device_profile().shared_opt_in)
        return set_error(cudaErrorInvalidValue);
      functions()[function].dynamic_shared = value;
      largest_dynamic_shared = std::max(largest_dynamic_shared, static_cast<std::size_t>(value));
      return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared) {
        return set_error(cudaErrorInvalidValue);
      }
      functions()[function].carveout = value;
      return cudaSuccess;
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
      return set_error(cudaErrorNotSupported);  // only __cluster_dims__ and the launch's attribute can set it
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      functions()[function].large_clusters = value != 0;
      any_large_clusters |= value != 0;
      return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return cudaSuccess;  // blocks of a cluster run at the same time whatever the policy
    default:
      return set_error(cudaErrorInvalidValue);
  }
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  if (const cudaError_t error = ready()) return error;
  if (!attributes) return set_error(cudaErrorInvalidValue);
  if (!function) return set_error(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->numRegs = registers_per_thread;
  attributes->ptxVersion = attributes->binaryVersion = device_profile().capability;
  attributes->sharedSizeBytes = static_shared(function);
  const std::lock_guard lock(mutex);
  const auto found = functions().find(function);
  const FunctionState state = found == functions().end() ? FunctionState{} : found->second;
  attributes->maxThreadsPerBlock = state.most_threads;
  attributes->maxDynamicSharedSizeBytes =
      state.dynamic_shared >= 0
          ? state.dynamic_shared
          : static_cast<int>(shared_per_block - std::min(attributes->sharedSizeBytes, shared_per_block));
  attributes->preferredShmemCarveout = state.carveout;
  return cudaSuccess;
}

// Hints about caches that are not simulated.
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  if (const cudaError_t error = ready()) return error;
  return function ? cudaSuccess : set_error(cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return cudaFuncSetCacheConfig(function, cudaFuncCachePreferNone);
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  if (const cudaError_t error = ready()) return error;
  if (!name || !function) return set_error(cudaErrorInvalidValue);
  *name = kernel_name(function);
  return *name ? cudaSuccess : set_error(cudaErrorInvalidDeviceFunction);
}
