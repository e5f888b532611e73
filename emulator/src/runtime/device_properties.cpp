// The properties of the emulated devices, and the attributes, which are numbers computed from them.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "runtime/device_profiles.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {

// The values that launches and textures need are real. Clock rates, bus width and cache sizes describe no processor
// here: ordinary programs, which print bounds computed from them, see the values of the selected device (an H200 unless
// CUDA_EMULATOR_DEVICE says otherwise); lessons, which measure, see round numbers that cannot be mistaken for a GPU's.
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
  p.uuid.bytes[15] = static_cast<char>(place_in_machine(device));
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
  p.pciBusID = place_in_machine(device) + 1;
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

struct Attribute {
  cudaDeviceAttr name;
  int (*value)(const cudaDeviceProp& p);
};
#define ATTRIBUTE(name, value)                                                             \
  {                                                                                        \
    name, []([[maybe_unused]] const cudaDeviceProp& p) { return static_cast<int>(value); } \
  }
constexpr Attribute attributes[] = {
    ATTRIBUTE(cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock),
    ATTRIBUTE(cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]),
    ATTRIBUTE(cudaDevAttrMaxBlockDimY, p.maxThreadsDim[1]),
    ATTRIBUTE(cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]),
    ATTRIBUTE(cudaDevAttrMaxGridDimX, p.maxGridSize[0]),
    ATTRIBUTE(cudaDevAttrMaxGridDimY, p.maxGridSize[1]),
    ATTRIBUTE(cudaDevAttrMaxGridDimZ, p.maxGridSize[2]),
    ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock),
    ATTRIBUTE(cudaDevAttrTotalConstantMemory, p.totalConstMem),
    ATTRIBUTE(cudaDevAttrWarpSize, p.warpSize),
    ATTRIBUTE(cudaDevAttrMaxPitch, p.memPitch),
    ATTRIBUTE(cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock),
    ATTRIBUTE(cudaDevAttrClockRate, figures().clock_khz),
    ATTRIBUTE(cudaDevAttrTextureAlignment, p.textureAlignment),
    ATTRIBUTE(cudaDevAttrGpuOverlap, 1),
    ATTRIBUTE(cudaDevAttrMultiProcessorCount, p.multiProcessorCount),
    ATTRIBUTE(cudaDevAttrKernelExecTimeout, 0),
    ATTRIBUTE(cudaDevAttrIntegrated, p.integrated),
    ATTRIBUTE(cudaDevAttrCanMapHostMemory, p.canMapHostMemory),
    ATTRIBUTE(cudaDevAttrComputeMode, cudaComputeModeDefault),
    ATTRIBUTE(cudaDevAttrMaxTexture1DWidth, p.maxTexture1D),
    ATTRIBUTE(cudaDevAttrMaxTexture2DWidth, p.maxTexture2D[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture3DWidth, p.maxTexture3D[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture3DHeight, p.maxTexture3D[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture3DDepth, p.maxTexture3D[2]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DLayeredWidth, p.maxTexture2DLayered[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DLayeredHeight, p.maxTexture2DLayered[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DLayeredLayers, p.maxTexture2DLayered[2]),
    ATTRIBUTE(cudaDevAttrSurfaceAlignment, p.surfaceAlignment),
    ATTRIBUTE(cudaDevAttrConcurrentKernels, p.concurrentKernels),
    ATTRIBUTE(cudaDevAttrEccEnabled, p.ECCEnabled),
    ATTRIBUTE(cudaDevAttrPciBusId, p.pciBusID),
    ATTRIBUTE(cudaDevAttrPciDeviceId, p.pciDeviceID),
    ATTRIBUTE(cudaDevAttrTccDriver, p.tccDriver),
    ATTRIBUTE(cudaDevAttrMemoryClockRate, figures().memory_clock_khz),
    ATTRIBUTE(cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth),
    ATTRIBUTE(cudaDevAttrL2CacheSize, p.l2CacheSize),
    ATTRIBUTE(cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor),
    ATTRIBUTE(cudaDevAttrAsyncEngineCount, p.asyncEngineCount),
    ATTRIBUTE(cudaDevAttrUnifiedAddressing, p.unifiedAddressing),
    ATTRIBUTE(cudaDevAttrMaxTexture1DLayeredWidth, p.maxTexture1DLayered[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture1DLayeredLayers, p.maxTexture1DLayered[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DGatherWidth, p.maxTexture2DGather[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DGatherHeight, p.maxTexture2DGather[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture3DWidthAlt, p.maxTexture3DAlt[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture3DHeightAlt, p.maxTexture3DAlt[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture3DDepthAlt, p.maxTexture3DAlt[2]),
    ATTRIBUTE(cudaDevAttrPciDomainId, p.pciDomainID),
    ATTRIBUTE(cudaDevAttrTexturePitchAlignment, p.texturePitchAlignment),
    ATTRIBUTE(cudaDevAttrMaxTextureCubemapWidth, p.maxTextureCubemap),
    ATTRIBUTE(cudaDevAttrMaxTextureCubemapLayeredWidth, p.maxTextureCubemapLayered[0]),
    ATTRIBUTE(cudaDevAttrMaxTextureCubemapLayeredLayers, p.maxTextureCubemapLayered[1]),
    ATTRIBUTE(cudaDevAttrMaxSurface1DWidth, p.maxSurface1D),
    ATTRIBUTE(cudaDevAttrMaxSurface2DWidth, p.maxSurface2D[0]),
    ATTRIBUTE(cudaDevAttrMaxSurface2DHeight, p.maxSurface2D[1]),
    ATTRIBUTE(cudaDevAttrMaxSurface3DWidth, p.maxSurface3D[0]),
    ATTRIBUTE(cudaDevAttrMaxSurface3DHeight, p.maxSurface3D[1]),
    ATTRIBUTE(cudaDevAttrMaxSurface3DDepth, p.maxSurface3D[2]),
    ATTRIBUTE(cudaDevAttrMaxSurface1DLayeredWidth, p.maxSurface1DLayered[0]),
    ATTRIBUTE(cudaDevAttrMaxSurface1DLayeredLayers, p.maxSurface1DLayered[1]),
    ATTRIBUTE(cudaDevAttrMaxSurface2DLayeredWidth, p.maxSurface2DLayered[0]),
    ATTRIBUTE(cudaDevAttrMaxSurface2DLayeredHeight, p.maxSurface2DLayered[1]),
    ATTRIBUTE(cudaDevAttrMaxSurface2DLayeredLayers, p.maxSurface2DLayered[2]),
    ATTRIBUTE(cudaDevAttrMaxSurfaceCubemapWidth, p.maxSurfaceCubemap),
    ATTRIBUTE(cudaDevAttrMaxSurfaceCubemapLayeredWidth, p.maxSurfaceCubemapLayered[0]),
    ATTRIBUTE(cudaDevAttrMaxSurfaceCubemapLayeredLayers, p.maxSurfaceCubemapLayered[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture1DLinearWidth, 268435456),
    ATTRIBUTE(cudaDevAttrMaxTexture2DLinearWidth, p.maxTexture2DLinear[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DLinearHeight, p.maxTexture2DLinear[1]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DLinearPitch, p.maxTexture2DLinear[2]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DMipmappedWidth, p.maxTexture2DMipmap[0]),
    ATTRIBUTE(cudaDevAttrMaxTexture2DMipmappedHeight, p.maxTexture2DMipmap[1]),
    ATTRIBUTE(cudaDevAttrComputeCapabilityMajor, p.major),
    ATTRIBUTE(cudaDevAttrComputeCapabilityMinor, p.minor),
    ATTRIBUTE(cudaDevAttrMaxTexture1DMipmappedWidth, p.maxTexture1DMipmap),
    ATTRIBUTE(cudaDevAttrStreamPrioritiesSupported, p.streamPrioritiesSupported),
    ATTRIBUTE(cudaDevAttrGlobalL1CacheSupported, p.globalL1CacheSupported),
    ATTRIBUTE(cudaDevAttrLocalL1CacheSupported, p.localL1CacheSupported),
    ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor),
    ATTRIBUTE(cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor),
    ATTRIBUTE(cudaDevAttrManagedMemory, p.managedMemory),
    ATTRIBUTE(cudaDevAttrIsMultiGpuBoard, p.isMultiGpuBoard),
    ATTRIBUTE(cudaDevAttrMultiGpuBoardGroupID, p.multiGpuBoardGroupID),
    ATTRIBUTE(cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported),
    ATTRIBUTE(cudaDevAttrSingleToDoublePrecisionPerfRatio, device_profile().single_to_double),
    ATTRIBUTE(cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess),
    ATTRIBUTE(cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess),
    ATTRIBUTE(cudaDevAttrComputePreemptionSupported, p.computePreemptionSupported),
    ATTRIBUTE(cudaDevAttrCanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem),
    ATTRIBUTE(cudaDevAttrCooperativeLaunch, p.cooperativeLaunch),
    ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin),
    ATTRIBUTE(cudaDevAttrCanFlushRemoteWrites, 0),
    ATTRIBUTE(cudaDevAttrHostRegisterSupported, p.hostRegisterSupported),
    ATTRIBUTE(cudaDevAttrPageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables),
    ATTRIBUTE(cudaDevAttrDirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost),
    ATTRIBUTE(cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor),
    ATTRIBUTE(cudaDevAttrMaxPersistingL2CacheSize, p.persistingL2CacheMaxSize),
    ATTRIBUTE(cudaDevAttrMaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize),
    ATTRIBUTE(cudaDevAttrReservedSharedMemoryPerBlock, p.reservedSharedMemPerBlock),
    ATTRIBUTE(cudaDevAttrSparseCudaArraySupported, p.sparseCudaArraySupported),
    ATTRIBUTE(cudaDevAttrHostRegisterReadOnlySupported, p.hostRegisterReadOnlySupported),
    ATTRIBUTE(cudaDevAttrTimelineSemaphoreInteropSupported, p.timelineSemaphoreInteropSupported),
    ATTRIBUTE(cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported),
    ATTRIBUTE(cudaDevAttrGPUDirectRDMASupported, p.gpuDirectRDMASupported),
    ATTRIBUTE(cudaDevAttrGPUDirectRDMAFlushWritesOptions, p.gpuDirectRDMAFlushWritesOptions),
    ATTRIBUTE(cudaDevAttrGPUDirectRDMAWritesOrdering, p.gpuDirectRDMAWritesOrdering),
    ATTRIBUTE(cudaDevAttrMemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes),
    ATTRIBUTE(cudaDevAttrClusterLaunch, p.clusterLaunch),
    ATTRIBUTE(cudaDevAttrDeferredMappingCudaArraySupported, p.deferredMappingCudaArraySupported),
    ATTRIBUTE(cudaDevAttrIpcEventSupport, p.ipcEventSupported),
    ATTRIBUTE(cudaDevAttrMemSyncDomainCount, 1),
    ATTRIBUTE(cudaDevAttrNumaConfig, p.deviceNumaConfig),
    ATTRIBUTE(cudaDevAttrNumaId, p.deviceNumaId),
    ATTRIBUTE(cudaDevAttrMpsEnabled, p.mpsEnabled),
    ATTRIBUTE(cudaDevAttrHostNumaId, p.hostNumaId),
    ATTRIBUTE(cudaDevAttrD3D12CigSupported, 0),
    ATTRIBUTE(cudaDevAttrVulkanCigSupported, 0),
    ATTRIBUTE(cudaDevAttrGpuPciDeviceId, p.gpuPciDeviceID),
    ATTRIBUTE(cudaDevAttrGpuPciSubsystemId, p.gpuPciSubsystemID),
    ATTRIBUTE(cudaDevAttrHostNumaMemoryPoolsSupported, 0),
    ATTRIBUTE(cudaDevAttrHostNumaMultinodeIpcSupported, p.hostNumaMultinodeIpcSupported),
    ATTRIBUTE(cudaDevAttrHostMemoryPoolsSupported, 0),
    ATTRIBUTE(cudaDevAttrOnlyPartialHostNativeAtomicSupported, 0),
};
#undef ATTRIBUTE

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

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
  const auto* const known = std::find_if(std::begin(attributes), std::end(attributes),
                                         [=](const Attribute& a) { return a.name == attribute; });
  if (known == std::end(attributes)) return set_error(cudaErrorInvalidValue);
  cudaDeviceProp p;
  fill(p, device);
  *value = known->value(p);
  return cudaSuccess;
}
