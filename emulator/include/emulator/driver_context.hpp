// More of the driver API (cuda.h): what the runtime API has under another name: devices, contexts, streams, events.
#pragma once
#include <stddef.h>

enum CUlimit {
  CU_LIMIT_STACK_SIZE = 0,
  CU_LIMIT_PRINTF_FIFO_SIZE = 1,
  CU_LIMIT_MALLOC_HEAP_SIZE = 2,
  CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 3,
  CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
  CU_LIMIT_MAX_L2_FETCH_GRANULARITY = 5,
  CU_LIMIT_PERSISTING_L2_CACHE_SIZE = 6,
};
// The old summary of a device, cuDeviceGetProperties.
struct CUdevprop {
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock, totalConstantMemory, SIMDWidth, memPitch,
      regsPerBlock, clockRate, textureAlign;
};
using CUhostFn = void (*)(void* data);
using CUstreamCallback = void (*)(CUstream stream, CUresult status, void* data);

inline CUresult cuDeviceCanAccessPeer(int* possible, CUdevice device, CUdevice peer) {
  return cuda_emulator::driver_result(cudaDeviceCanAccessPeer(possible, device, peer));
}
inline CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
  return cuda_emulator::driver_result(cudaDeviceGetPCIBusId(text, length, device));
}
inline CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text) {
  return cuda_emulator::driver_result(cudaDeviceGetByPCIBusId(device, text));
}
inline CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  cudaDeviceProp properties;
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) {
    return cuda_emulator::driver_result(error);
  }
  __builtin_memcpy(uuid, &properties.uuid, sizeof *uuid);
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetProperties(CUdevprop* summary, CUdevice device) {
  cudaDeviceProp all;
  if (const cudaError_t error = cudaGetDeviceProperties(&all, device)) return cuda_emulator::driver_result(error);
  int clock = 0;
  if (const cudaError_t error = cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device)) {
    return cuda_emulator::driver_result(error);
  }
  *summary = {all.maxThreadsPerBlock,
              {all.maxThreadsDim[0], all.maxThreadsDim[1], all.maxThreadsDim[2]},
              {all.maxGridSize[0], all.maxGridSize[1], all.maxGridSize[2]},
              static_cast<int>(all.sharedMemPerBlock),
              static_cast<int>(all.totalConstMem),
              all.warpSize,
              static_cast<int>(all.memPitch),
              all.regsPerBlock,
              clock,
              static_cast<int>(all.textureAlignment)};
  return CUDA_SUCCESS;
}
inline CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  int before = 0;
  if (const cudaError_t error = cudaGetDevice(&before)) return cuda_emulator::driver_result(error);
  cudaSetDevice(device);
  const cudaError_t error = cudaDeviceReset();
  cudaSetDevice(before);
  return cuda_emulator::driver_result(error);
}
inline CUresult cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int) {
  return CUDA_SUCCESS;
}
inline CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned int* flags, int* active) {
  *flags = 0;
  *active = 1;
  return CUDA_SUCCESS;
}

// A stack of contexts per thread, as in the driver; the top is the current one.
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext* context);
inline CUresult cuCtxGetApiVersion(CUcontext, unsigned int* version) {
  *version = 3020;  // the version of contexts since CUDA 3.2
  return CUDA_SUCCESS;
}
inline CUresult cuCtxGetFlags(unsigned int* flags) {
  return cuda_emulator::driver_result(cudaGetDeviceFlags(flags));
}
inline CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return cuda_emulator::driver_result(cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value));
}
inline CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  return cuda_emulator::driver_result(cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)));
}
inline CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return cuda_emulator::driver_result(cudaDeviceGetStreamPriorityRange(least, greatest));
}
inline CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) {
  return cuda_emulator::driver_result(
      cudaDeviceEnablePeerAccess(static_cast<int>(reinterpret_cast<size_t>(peer)) - 1, flags));
}
inline CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return cuda_emulator::driver_result(
      cudaDeviceDisablePeerAccess(static_cast<int>(reinterpret_cast<size_t>(peer)) - 1));
}

inline CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  return cuda_emulator::driver_result(cudaStreamCreateWithPriority(stream, flags, priority));
}
inline CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return cuda_emulator::driver_result(cudaStreamGetPriority(stream, priority));
}
inline CUresult cuStreamGetFlags(CUstream stream, unsigned int* flags) {
  return cuda_emulator::driver_result(cudaStreamGetFlags(stream, flags));
}
inline CUresult cuStreamQuery(CUstream stream) {
  return cuda_emulator::driver_result(cudaStreamQuery(stream));
}
inline CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return cuda_emulator::driver_result(cudaStreamWaitEvent(stream, event, flags));
}
inline CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return cuda_emulator::driver_result(cudaLaunchHostFunc(stream, function, data));
}
inline CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data, unsigned int flags) {
  // The codes of both enumerations are the same numbers, and so are the two signatures for the machine.
  return cuda_emulator::driver_result(
      cudaStreamAddCallback(stream, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags));
}
inline CUresult cuEventQuery(CUevent event) {
  return cuda_emulator::driver_result(cudaEventQuery(event));
}
