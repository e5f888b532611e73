// The emulated devices: how many there are, which one a host thread uses, and what they say of themselves.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <string>

#include "engine/print.hpp"
#include "runtime/device_profiles.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {

constexpr int max_devices = 64;

// Limits are per device; the defaults are those that an H200 reports.
struct DeviceState {
  std::atomic<std::size_t> stack{1024}, printf_buffer{7 << 20}, heap{8 << 20}, pending_launches{2048},
      fetch_granularity{64}, persisting_l2{0};
  std::atomic<int> cache_config{cudaFuncCachePreferNone}, shared_config{cudaSharedMemBankSizeFourByte};
  std::atomic<unsigned> flags{cudaDeviceMapHost};
  std::array<std::atomic<bool>, max_devices> peers{};
};
DeviceState& state() {
  static std::array<DeviceState, max_devices> states;
  return states[this_thread_device];
}

std::atomic<std::size_t>* limit_value(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return &state().stack;
    case cudaLimitPrintfFifoSize:
      return &state().printf_buffer;
    case cudaLimitMallocHeapSize:
      return &state().heap;
    case cudaLimitDevRuntimePendingLaunchCount:
      return &state().pending_launches;
    case cudaLimitMaxL2FetchGranularity:
      return &state().fetch_granularity;
    case cudaLimitPersistingL2CacheSize:
      return &state().persisting_l2;
    default:
      return nullptr;
  }
}
}  // namespace

std::size_t most_pending_launches() {
  return state().pending_launches;
}

namespace {

cudaError_t no_such_limit(cudaLimit limit) {  // this one went with synchronisation in kernels
  return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue;
}

// How many OS threads this process may have.
std::size_t most_os_threads() {
  rlimit limit{};
  std::size_t most = getrlimit(RLIMIT_NPROC, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
  for (const char* const file : {"/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max"}) {
    std::size_t number = 0;
    if (std::ifstream(file) >> number) most = std::min(most, number);  // else it says "max"
  }
  return most;
}

// What the arithmetic of launches and textures needs is real. Clocks, bus and caches are those of no processor here:
// ordinary programs, which print bounds that they compute from them, see what the device reports that the emulator
// passes for (an H200 unless CUDA_EMULATOR_DEVICE says otherwise); lessons, which measure, see round numbers that
// nobody takes for a GPU's.
struct Figures {
  int clock_khz, memory_clock_khz, memory_bus_bits, l2_bytes, persisting_l2_bytes;
};
const Figures& figures() {
  const DeviceProfile& device = device_profile();
  static const Figures of_the_device{device.clock_khz, device.memory_clock_khz, device.memory_bus_bits, device.l2_bytes,
                                     device.persisting_l2_bytes};
  static const Figures round{1000000, 1000000, 64, 1 << 20, 3 << 18};
  return is_lesson() ? round : of_the_device;
}

void fill(cudaDeviceProp& p, int device) {
  std::memset(&p, 0, sizeof p);
  const DeviceProfile& like = device_profile();
  std::snprintf(p.name, sizeof p.name, "CPU emulator%s%s, %u threads; times are not a GPU's", like.name ? " as " : "",
                like.name ? like.name : "", os_threads());
  std::memcpy(p.uuid.bytes, "CPU emulator   ", 15);
  p.uuid.bytes[15] = static_cast<char>(device);
  p.totalGlobalMem = device_memory();
  p.sharedMemPerBlock = shared_per_block;
  p.regsPerBlock = registers_per_multiprocessor;
  p.warpSize = 32;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = max_threads_per_block;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 2147483647;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.totalConstMem = 65536;
  p.major = like.capability / 10;
  p.minor = like.capability % 10;
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.multiProcessorCount = multiprocessors();
  p.canMapHostMemory = 1;
  p.maxTexture1D = 131072;
  p.maxTexture1DMipmap = 32768;
  const auto set = [](int* values, std::initializer_list<int> to) { std::copy(to.begin(), to.end(), values); };
  set(p.maxTexture2D, {131072, 65536});
  set(p.maxTexture2DMipmap, {32768, 32768});
  set(p.maxTexture2DLinear, {131072, 65000, 2097120});
  set(p.maxTexture2DGather, {32768, 32768});
  set(p.maxTexture3D, {16384, 16384, 16384});
  set(p.maxTexture3DAlt, {8192, 8192, 32768});
  p.maxTextureCubemap = 32768;
  set(p.maxTexture1DLayered, {32768, 2048});
  set(p.maxTexture2DLayered, {32768, 32768, 2048});
  set(p.maxTextureCubemapLayered, {32768, 2046});
  p.maxSurface1D = 32768;
  set(p.maxSurface2D, {131072, 65536});
  set(p.maxSurface3D, {16384, 16384, 16384});
  set(p.maxSurface1DLayered, {32768, 2048});
  set(p.maxSurface2DLayered, {32768, 32768, 2048});
  p.maxSurfaceCubemap = 32768;
  set(p.maxSurfaceCubemapLayered, {32768, 2046});
  p.surfaceAlignment = 512;
  p.concurrentKernels = 1;
  p.pciBusID = device + 1;
  p.asyncEngineCount = 3;
  p.unifiedAddressing = 1;
  p.memoryBusWidth = figures().memory_bus_bits;
  p.l2CacheSize = figures().l2_bytes;
  p.persistingL2CacheMaxSize = figures().persisting_l2_bytes;
  p.accessPolicyMaxWindowSize = 128 << 20;
  p.maxThreadsPerMultiProcessor = like.threads;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = like.shared;
  p.regsPerMultiprocessor = registers_per_multiprocessor;
  p.managedMemory = p.concurrentManagedAccess = 1;
  p.multiGpuBoardGroupID = device;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.clusterLaunch = like.clusters();
  p.sharedMemPerBlockOptin = like.shared_opt_in;
  p.maxBlocksPerMultiProcessor = like.blocks;
  p.reservedSharedMemPerBlock = like.shared_reserved;
  p.hostRegisterSupported = p.hostRegisterReadOnlySupported = 1;
  p.memoryPoolsSupported = 1;
  p.memoryPoolSupportedHandleTypes = cudaMemHandleTypeNone;
  p.unifiedFunctionPointers = 1;
  p.deviceNumaId = -1;
}

}  // namespace

int device_count() {
  static const int count = [] {
    const char* wish = std::getenv("CUDA_EMULATOR_DEVICES");
    return wish ? std::clamp(std::atoi(wish), 0, max_devices) : 1;
  }();
  return count;
}
// Programs size their grids by it, and what they print may hang on that: the device's number. Few for lessons, and
// where a cooperative launch that fills the device, with an OS thread a block, would fail.
int multiprocessors() {
  static const int count = [] {
    const char* const wish = std::getenv("CUDA_EMULATOR_MULTIPROCESSORS");
    if (wish) return std::clamp(std::atoi(wish), 1, 1024);
    constexpr int few = 4;
    const int all = device_profile().multiprocessors;
    const bool many_threads = most_os_threads() > std::size_t{2} * all * device_profile().blocks;
    return !is_lesson() && many_threads ? all : few;
  }();
  return count;
}
bool valid_device(int device) {
  return device >= 0 && device < device_count();
}
bool peer_enabled(int peer) {
  return state().peers[peer];
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return set_error(cudaErrorInvalidValue);
  *count = device_count();
  return *count == 0 ? set_error(cudaErrorNoDevice) : cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  if (device_count() == 0) return set_error(cudaErrorNoDevice);
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  this_thread_device = device;
  return ready();
}
cudaError_t cudaGetDevice(int* device) {
  if (const cudaError_t error = ready()) return error;
  if (!device) return set_error(cudaErrorInvalidValue);
  *device = this_thread_device;
  return cudaSuccess;
}
cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  return cudaSetDevice(device);
}
cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (const cudaError_t error = ready()) return error;
  if (count < 0 || (count > 0 && !devices)) return set_error(cudaErrorInvalidValue);
  if (!std::all_of(devices, devices + count, valid_device)) return set_error(cudaErrorInvalidDevice);
  if (count > 0) this_thread_device = devices[0];
  return cudaSuccess;
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  if (const cudaError_t error = ready()) return error;
  if (!device || !wanted) return set_error(cudaErrorInvalidValue);
  *device = 0;  // all of them are alike
  return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if ((flags & ~cudaDeviceMask) != 0) return set_error(cudaErrorInvalidValue);
  state().flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (const cudaError_t error = ready()) return error;
  if (!flags) return set_error(cudaErrorInvalidValue);
  *flags = state().flags;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (const cudaError_t error = ready()) return error;
  if (!properties) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  fill(*properties, device);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (const cudaError_t error = ready()) return error;
  if (!value) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  cudaDeviceProp p;
  fill(p, device);
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return *value = static_cast<int>(p.maxThreadsPerBlock), cudaSuccess;
    case cudaDevAttrMaxBlockDimX:
      return *value = static_cast<int>(p.maxThreadsDim[0]), cudaSuccess;
    case cudaDevAttrMaxBlockDimY:
      return *value = static_cast<int>(p.maxThreadsDim[1]), cudaSuccess;
    case cudaDevAttrMaxBlockDimZ:
      return *value = static_cast<int>(p.maxThreadsDim[2]), cudaSuccess;
    case cudaDevAttrMaxGridDimX:
      return *value = static_cast<int>(p.maxGridSize[0]), cudaSuccess;
    case cudaDevAttrMaxGridDimY:
      return *value = static_cast<int>(p.maxGridSize[1]), cudaSuccess;
    case cudaDevAttrMaxGridDimZ:
      return *value = static_cast<int>(p.maxGridSize[2]), cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return *value = static_cast<int>(p.sharedMemPerBlock), cudaSuccess;
    case cudaDevAttrTotalConstantMemory:
      return *value = static_cast<int>(p.totalConstMem), cudaSuccess;
    case cudaDevAttrWarpSize:
      return *value = static_cast<int>(p.warpSize), cudaSuccess;
    case cudaDevAttrMaxPitch:
      return *value = static_cast<int>(p.memPitch), cudaSuccess;
    case cudaDevAttrMaxRegistersPerBlock:
      return *value = static_cast<int>(p.regsPerBlock), cudaSuccess;
    case cudaDevAttrClockRate:
      return *value = figures().clock_khz, cudaSuccess;
    case cudaDevAttrTextureAlignment:
      return *value = static_cast<int>(p.textureAlignment), cudaSuccess;
    case cudaDevAttrGpuOverlap:
      return *value = static_cast<int>(1), cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
      return *value = static_cast<int>(p.multiProcessorCount), cudaSuccess;
    case cudaDevAttrKernelExecTimeout:
      return *value = static_cast<int>(0), cudaSuccess;
    case cudaDevAttrIntegrated:
      return *value = static_cast<int>(p.integrated), cudaSuccess;
    case cudaDevAttrCanMapHostMemory:
      return *value = static_cast<int>(p.canMapHostMemory), cudaSuccess;
    case cudaDevAttrComputeMode:
      return *value = static_cast<int>(cudaComputeModeDefault), cudaSuccess;
    case cudaDevAttrMaxTexture1DWidth:
      return *value = static_cast<int>(p.maxTexture1D), cudaSuccess;
    case cudaDevAttrMaxTexture2DWidth:
      return *value = static_cast<int>(p.maxTexture2D[0]), cudaSuccess;
    case cudaDevAttrMaxTexture2DHeight:
      return *value = static_cast<int>(p.maxTexture2D[1]), cudaSuccess;
    case cudaDevAttrMaxTexture3DWidth:
      return *value = static_cast<int>(p.maxTexture3D[0]), cudaSuccess;
    case cudaDevAttrMaxTexture3DHeight:
      return *value = static_cast<int>(p.maxTexture3D[1]), cudaSuccess;
    case cudaDevAttrMaxTexture3DDepth:
      return *value = static_cast<int>(p.maxTexture3D[2]), cudaSuccess;
    case cudaDevAttrMaxTexture2DLayeredWidth:
      return *value = static_cast<int>(p.maxTexture2DLayered[0]), cudaSuccess;
    case cudaDevAttrMaxTexture2DLayeredHeight:
      return *value = static_cast<int>(p.maxTexture2DLayered[1]), cudaSuccess;
    case cudaDevAttrMaxTexture2DLayeredLayers:
      return *value = static_cast<int>(p.maxTexture2DLayered[2]), cudaSuccess;
    case cudaDevAttrSurfaceAlignment:
      return *value = static_cast<int>(p.surfaceAlignment), cudaSuccess;
    case cudaDevAttrConcurrentKernels:
      return *value = static_cast<int>(p.concurrentKernels), cudaSuccess;
    case cudaDevAttrEccEnabled:
      return *value = static_cast<int>(p.ECCEnabled), cudaSuccess;
    case cudaDevAttrPciBusId:
      return *value = static_cast<int>(p.pciBusID), cudaSuccess;
    case cudaDevAttrPciDeviceId:
      return *value = static_cast<int>(p.pciDeviceID), cudaSuccess;
    case cudaDevAttrTccDriver:
      return *value = static_cast<int>(p.tccDriver), cudaSuccess;
    case cudaDevAttrMemoryClockRate:
      return *value = figures().memory_clock_khz, cudaSuccess;
    case cudaDevAttrGlobalMemoryBusWidth:
      return *value = static_cast<int>(p.memoryBusWidth), cudaSuccess;
    case cudaDevAttrL2CacheSize:
      return *value = static_cast<int>(p.l2CacheSize), cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return *value = static_cast<int>(p.maxThreadsPerMultiProcessor), cudaSuccess;
    case cudaDevAttrAsyncEngineCount:
      return *value = static_cast<int>(p.asyncEngineCount), cudaSuccess;
    case cudaDevAttrUnifiedAddressing:
      return *value = static_cast<int>(p.unifiedAddressing), cudaSuccess;
    case cudaDevAttrMaxTexture1DLayeredWidth:
      return *value = static_cast<int>(p.maxTexture1DLayered[0]), cudaSuccess;
    case cudaDevAttrMaxTexture1DLayeredLayers:
      return *value = static_cast<int>(p.maxTexture1DLayered[1]), cudaSuccess;
    case cudaDevAttrMaxTexture2DGatherWidth:
      return *value = static_cast<int>(p.maxTexture2DGather[0]), cudaSuccess;
    case cudaDevAttrMaxTexture2DGatherHeight:
      return *value = static_cast<int>(p.maxTexture2DGather[1]), cudaSuccess;
    case cudaDevAttrMaxTexture3DWidthAlt:
      return *value = static_cast<int>(p.maxTexture3DAlt[0]), cudaSuccess;
    case cudaDevAttrMaxTexture3DHeightAlt:
      return *value = static_cast<int>(p.maxTexture3DAlt[1]), cudaSuccess;
    case cudaDevAttrMaxTexture3DDepthAlt:
      return *value = static_cast<int>(p.maxTexture3DAlt[2]), cudaSuccess;
    case cudaDevAttrPciDomainId:
      return *value = static_cast<int>(p.pciDomainID), cudaSuccess;
    case cudaDevAttrTexturePitchAlignment:
      return *value = static_cast<int>(p.texturePitchAlignment), cudaSuccess;
    case cudaDevAttrMaxTextureCubemapWidth:
      return *value = static_cast<int>(p.maxTextureCubemap), cudaSuccess;
    case cudaDevAttrMaxTextureCubemapLayeredWidth:
      return *value = static_cast<int>(p.maxTextureCubemapLayered[0]), cudaSuccess;
    case cudaDevAttrMaxTextureCubemapLayeredLayers:
      return *value = static_cast<int>(p.maxTextureCubemapLayered[1]), cudaSuccess;
    case cudaDevAttrMaxSurface1DWidth:
      return *value = static_cast<int>(p.maxSurface1D), cudaSuccess;
    case cudaDevAttrMaxSurface2DWidth:
      return *value = static_cast<int>(p.maxSurface2D[0]), cudaSuccess;
    case cudaDevAttrMaxSurface2DHeight:
      return *value = static_cast<int>(p.maxSurface2D[1]), cudaSuccess;
    case cudaDevAttrMaxSurface3DWidth:
      return *value = static_cast<int>(p.maxSurface3D[0]), cudaSuccess;
    case cudaDevAttrMaxSurface3DHeight:
      return *value = static_cast<int>(p.maxSurface3D[1]), cudaSuccess;
    case cudaDevAttrMaxSurface3DDepth:
      return *value = static_cast<int>(p.maxSurface3D[2]), cudaSuccess;
    case cudaDevAttrMaxSurface1DLayeredWidth:
      return *value = static_cast<int>(p.maxSurface1DLayered[0]), cudaSuccess;
    case cudaDevAttrMaxSurface1DLayeredLayers:
      return *value = static_cast<int>(p.maxSurface1DLayered[1]), cudaSuccess;
    case cudaDevAttrMaxSurface2DLayeredWidth:
      return *value = static_cast<int>(p.maxSurface2DLayered[0]), cudaSuccess;
    case cudaDevAttrMaxSurface2DLayeredHeight:
      return *value = static_cast<int>(p.maxSurface2DLayered[1]), cudaSuccess;
    case cudaDevAttrMaxSurface2DLayeredLayers:
      return *value = static_cast<int>(p.maxSurface2DLayered[2]), cudaSuccess;
    case cudaDevAttrMaxSurfaceCubemapWidth:
      return *value = static_cast<int>(p.maxSurfaceCubemap), cudaSuccess;
    case cudaDevAttrMaxSurfaceCubemapLayeredWidth:
      return *value = static_cast<int>(p.maxSurfaceCubemapLayered[0]), cudaSuccess;
    case cudaDevAttrMaxSurfaceCubemapLayeredLayers:
      return *value = static_cast<int>(p.maxSurfaceCubemapLayered[1]), cudaSuccess;
    case cudaDevAttrMaxTexture1DLinearWidth:
      return *value = static_cast<int>(268435456), cudaSuccess;
    case cudaDevAttrMaxTexture2DLinearWidth:
      return *value = static_cast<int>(p.maxTexture2DLinear[0]), cudaSuccess;
    case cudaDevAttrMaxTexture2DLinearHeight:
      return *value = static_cast<int>(p.maxTexture2DLinear[1]), cudaSuccess;
    case cudaDevAttrMaxTexture2DLinearPitch:
      return *value = static_cast<int>(p.maxTexture2DLinear[2]), cudaSuccess;
    case cudaDevAttrMaxTexture2DMipmappedWidth:
      return *value = static_cast<int>(p.maxTexture2DMipmap[0]), cudaSuccess;
    case cudaDevAttrMaxTexture2DMipmappedHeight:
      return *value = static_cast<int>(p.maxTexture2DMipmap[1]), cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
      return *value = static_cast<int>(p.major), cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
      return *value = static_cast<int>(p.minor), cudaSuccess;
    case cudaDevAttrMaxTexture1DMipmappedWidth:
      return *value = static_cast<int>(p.maxTexture1DMipmap), cudaSuccess;
    case cudaDevAttrStreamPrioritiesSupported:
      return *value = static_cast<int>(p.streamPrioritiesSupported), cudaSuccess;
    case cudaDevAttrGlobalL1CacheSupported:
      return *value = static_cast<int>(p.globalL1CacheSupported), cudaSuccess;
    case cudaDevAttrLocalL1CacheSupported:
      return *value = static_cast<int>(p.localL1CacheSupported), cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return *value = static_cast<int>(p.sharedMemPerMultiprocessor), cudaSuccess;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return *value = static_cast<int>(p.regsPerMultiprocessor), cudaSuccess;
    case cudaDevAttrManagedMemory:
      return *value = static_cast<int>(p.managedMemory), cudaSuccess;
    case cudaDevAttrIsMultiGpuBoard:
      return *value = static_cast<int>(p.isMultiGpuBoard), cudaSuccess;
    case cudaDevAttrMultiGpuBoardGroupID:
      return *value = static_cast<int>(p.multiGpuBoardGroupID), cudaSuccess;
    case cudaDevAttrHostNativeAtomicSupported:
      return *value = static_cast<int>(p.hostNativeAtomicSupported), cudaSuccess;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return *value = device_profile().single_to_double, cudaSuccess;
    case cudaDevAttrPageableMemoryAccess:
      return *value = static_cast<int>(p.pageableMemoryAccess), cudaSuccess;
    case cudaDevAttrConcurrentManagedAccess:
      return *value = static_cast<int>(p.concurrentManagedAccess), cudaSuccess;
    case cudaDevAttrComputePreemptionSupported:
      return *value = static_cast<int>(p.computePreemptionSupported), cudaSuccess;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
      return *value = static_cast<int>(p.canUseHostPointerForRegisteredMem), cudaSuccess;
    case cudaDevAttrCooperativeLaunch:
      return *value = static_cast<int>(p.cooperativeLaunch), cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return *value = static_cast<int>(p.sharedMemPerBlockOptin), cudaSuccess;
    case cudaDevAttrCanFlushRemoteWrites:
      return *value = static_cast<int>(0), cudaSuccess;
    case cudaDevAttrHostRegisterSupported:
      return *value = static_cast<int>(p.hostRegisterSupported), cudaSuccess;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
      return *value = static_cast<int>(p.pageableMemoryAccessUsesHostPageTables), cudaSuccess;
    case cudaDevAttrDirectManagedMemAccessFromHost:
      return *value = static_cast<int>(p.directManagedMemAccessFromHost), cudaSuccess;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return *value = static_cast<int>(p.maxBlocksPerMultiProcessor), cudaSuccess;
    case cudaDevAttrMaxPersistingL2CacheSize:
      return *value = static_cast<int>(p.persistingL2CacheMaxSize), cudaSuccess;
    case cudaDevAttrMaxAccessPolicyWindowSize:
      return *value = static_cast<int>(p.accessPolicyMaxWindowSize), cudaSuccess;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return *value = static_cast<int>(p.reservedSharedMemPerBlock), cudaSuccess;
    case cudaDevAttrSparseCudaArraySupported:
      return *value = static_cast<int>(p.sparseCudaArraySupported), cudaSuccess;
    case cudaDevAttrHostRegisterReadOnlySupported:
      return *value = static_cast<int>(p.hostRegisterReadOnlySupported), cudaSuccess;
    case cudaDevAttrTimelineSemaphoreInteropSupported:
      return *value = static_cast<int>(p.timelineSemaphoreInteropSupported), cudaSuccess;
    case cudaDevAttrMemoryPoolsSupported:
      return *value = static_cast<int>(p.memoryPoolsSupported), cudaSuccess;
    case cudaDevAttrGPUDirectRDMASupported:
      return *value = static_cast<int>(p.gpuDirectRDMASupported), cudaSuccess;
    case cudaDevAttrGPUDirectRDMAFlushWritesOptions:
      return *value = static_cast<int>(p.gpuDirectRDMAFlushWritesOptions), cudaSuccess;
    case cudaDevAttrGPUDirectRDMAWritesOrdering:
      return *value = static_cast<int>(p.gpuDirectRDMAWritesOrdering), cudaSuccess;
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
      return *value = static_cast<int>(p.memoryPoolSupportedHandleTypes), cudaSuccess;
    case cudaDevAttrClusterLaunch:
      return *value = static_cast<int>(p.clusterLaunch), cudaSuccess;
    case cudaDevAttrDeferredMappingCudaArraySupported:
      return *value = static_cast<int>(p.deferredMappingCudaArraySupported), cudaSuccess;
    case cudaDevAttrIpcEventSupport:
      return *value = static_cast<int>(p.ipcEventSupported), cudaSuccess;
    case cudaDevAttrMemSyncDomainCount:
      return *value = static_cast<int>(1), cudaSuccess;
    case cudaDevAttrNumaConfig:
      return *value = static_cast<int>(p.deviceNumaConfig), cudaSuccess;
    case cudaDevAttrNumaId:
      return *value = static_cast<int>(p.deviceNumaId), cudaSuccess;
    case cudaDevAttrMpsEnabled:
      return *value = static_cast<int>(p.mpsEnabled), cudaSuccess;
    case cudaDevAttrHostNumaId:
      return *value = static_cast<int>(p.hostNumaId), cudaSuccess;
    case cudaDevAttrD3D12CigSupported:
      return *value = static_cast<int>(0), cudaSuccess;
    case cudaDevAttrVulkanCigSupported:
      return *value = static_cast<int>(0), cudaSuccess;
    case cudaDevAttrGpuPciDeviceId:
      return *value = static_cast<int>(p.gpuPciDeviceID), cudaSuccess;
    case cudaDevAttrGpuPciSubsystemId:
      return *value = static_cast<int>(p.gpuPciSubsystemID), cudaSuccess;
    case cudaDevAttrHostNumaMemoryPoolsSupported:
      return *value = static_cast<int>(0), cudaSuccess;
    case cudaDevAttrHostNumaMultinodeIpcSupported:
      return *value = static_cast<int>(p.hostNumaMultinodeIpcSupported), cudaSuccess;
    case cudaDevAttrHostMemoryPoolsSupported:
      return *value = static_cast<int>(0), cudaSuccess;
    case cudaDevAttrOnlyPartialHostNativeAtomicSupported:
      return *value = static_cast<int>(0), cudaSuccess;
    default:
      return set_error(cudaErrorInvalidValue);
  }
}

cudaError_t cudaDeviceReset() {
  if (device_count() == 0) return set_error(cudaErrorNoDevice);
  if (hooks.host_waits) hooks.host_waits(nullptr, nullptr);
  write_kernel_text();
  std::fflush(stdout);
  clear_failure();
  reset_pools(this_thread_device);
  release_all(this_thread_device);
  for (auto& peer : state().peers) peer = false;
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  if (const cudaError_t error = ready_and_waited()) return error;
  return refuse_while_capturing();
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (const cudaError_t error = ready()) return error;
  std::atomic<std::size_t>* known = limit_value(limit);
  if (!known) return set_error(no_such_limit(limit));
  *known = value;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (const cudaError_t error = ready()) return error;
  const std::atomic<std::size_t>* known = limit_value(limit);
  if (!value) return set_error(cudaErrorInvalidValue);
  if (!known) return set_error(no_such_limit(limit));
  *value = *known;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  if (const cudaError_t error = ready()) return error;
  if (!config) return set_error(cudaErrorInvalidValue);
  *config = static_cast<cudaFuncCache>(state().cache_config.load());
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  if (const cudaError_t error = ready()) return error;
  state().cache_config = config;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  if (const cudaError_t error = ready()) return error;
  if (!config) return set_error(cudaErrorInvalidValue);
  *config = static_cast<cudaSharedMemConfig>(state().shared_config.load());
  return cudaSuccess;
}
// Banks of 8 bytes went with Kepler: the call succeeds and changes nothing, as on newer GPUs.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return ready();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (const cudaError_t error = ready()) return error;
  if (least) *least = 0;
  if (greatest) *greatest = greatest_priority;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* bus_id) {
  if (const cudaError_t error = ready()) return error;
  unsigned domain = 0, bus = 0;
  if (!device || !bus_id || std::sscanf(bus_id, "%x:%x", &domain, &bus) != 2 || domain != 0 ||
      !valid_device(static_cast<int>(bus) - 1)) {
    return set_error(cudaErrorInvalidDevice);
  }
  *device = static_cast<int>(bus) - 1;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* bus_id, int length, int device) {
  if (const cudaError_t error = ready()) return error;
  if (!bus_id || length < 13) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device)) return set_error(cudaErrorInvalidDevice);
  std::snprintf(bus_id, static_cast<std::size_t>(length), "0000:%02X:00.0", device + 1);
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (const cudaError_t error = ready()) return error;
  if (!can) return set_error(cudaErrorInvalidValue);
  if (!valid_device(device) || !valid_device(peer)) return set_error(cudaErrorInvalidDevice);
  *can = device != peer;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  if (const cudaError_t error = ready()) return error;
  if (flags != 0) return set_error(cudaErrorInvalidValue);
  if (!valid_device(peer)) return set_error(cudaErrorInvalidDevice);
  if (peer == this_thread_device) return set_error(cudaErrorPeerAccessUnsupported);  // as an H200 says
  return state().peers[peer].exchange(true) ? set_error(cudaErrorPeerAccessAlreadyEnabled) : cudaSuccess;
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (const cudaError_t error = ready()) return error;
  if (!valid_device(peer)) return set_error(cudaErrorInvalidDevice);
  return state().peers[peer].exchange(false) ? cudaSuccess : set_error(cudaErrorPeerAccessNotEnabled);
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source, int destination) {
  if (const cudaError_t error = ready()) return error;
  if (!value) return set_error(cudaErrorInvalidValue);
  if (!valid_device(source) || !valid_device(destination) || source == destination) {
    return set_error(cudaErrorInvalidDevice);
  }
  *value = attribute == cudaDevP2PAttrPerformanceRank ? 0 : 1;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (!version) return set_error(cudaErrorInvalidValue);
  *version = device_count() == 0 ? 0 : CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  if (!version) return set_error(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return ready();
}
