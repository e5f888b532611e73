// Stands in for the CUDA header of the same name: the part of the driver API that programs use beside the runtime API,
// for devices, memory, streams and errors, and modules and launches by name (emulator/driver_module.hpp).
#pragma once
#define __cuda_cuda_h__
#define CUDA_VERSION 13000
#define CUDAAPI

#include <stdint.h>
#include <stdlib.h>

#include "emulator/driver_attributes.hpp"
#include "emulator/driver_errors.hpp"
#include "emulator/runtime_api.hpp"
#include "emulator/tensor_map.hpp"

using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUdeviceptr = unsigned long long;
using CUdevice = int;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
struct CUctxCreateParams;

namespace cuda_emulator {
inline void* driver_pointer(CUdeviceptr pointer) {
  return reinterpret_cast<void*>(pointer);
}
// A context is only its device here; the handle is the device's number counted from 1.
inline CUcontext driver_context(CUdevice device) {
  return reinterpret_cast<CUcontext>(static_cast<size_t>(device) + 1);
}
}  // namespace cuda_emulator

inline CUresult cuInit(unsigned int flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  int count = 0;
  return cuda_emulator::driver_result(cudaGetDeviceCount(&count));
}
inline CUresult cuDriverGetVersion(int* version) {
  return cuda_emulator::driver_result(cudaDriverGetVersion(version));
}

inline CUresult cuDeviceGetCount(int* count) {
  return cuda_emulator::driver_result(cudaGetDeviceCount(count));
}
inline CUresult cuDeviceGet(CUdevice* device, int number) {
  int count = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&count)) return cuda_emulator::driver_result(error);
  if (number < 0 || number >= count) return CUDA_ERROR_INVALID_DEVICE;
  *device = number;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  switch (attribute) {  // those that the runtime's attributes do not include
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
      *value = 1;
      return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
      *value = 0;
      return CUDA_SUCCESS;
    default:
      break;
  }
  return cuda_emulator::driver_result(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}
inline CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  cudaDeviceProp properties;
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) {
    return cuda_emulator::driver_result(error);
  }
  if (length < 1) return CUDA_ERROR_INVALID_VALUE;
  const size_t room = static_cast<size_t>(length) - 1, wanted = __builtin_strlen(properties.name);
  const size_t kept = wanted < room ? wanted : room;
  __builtin_memcpy(name, properties.name, kept);
  name[kept] = 0;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  cudaDeviceProp properties;
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) {
    return cuda_emulator::driver_result(error);
  }
  *bytes = properties.totalGlobalMem;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (const CUresult error = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device)) {
    return error;
  }
  return cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

inline CUresult cuCtxSetCurrent(CUcontext context) {
  if (!context) return CUDA_SUCCESS;
  return cuda_emulator::driver_result(cudaSetDevice(static_cast<int>(reinterpret_cast<size_t>(context)) - 1));
}
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned int, CUdevice device) {
  *context = cuda_emulator::driver_context(device);
  return cuCtxSetCurrent(*context);
}
inline CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {  // CUDA 12's
  return cuCtxCreate(context, nullptr, flags, device);
}
inline CUresult cuCtxDestroy(CUcontext context) {
  return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
inline CUresult cuCtxGetDevice(CUdevice* device) {
  return cuda_emulator::driver_result(cudaGetDevice(device));
}
inline CUresult cuCtxGetCurrent(CUcontext* context) {
  CUdevice device = 0;
  if (const CUresult error = cuCtxGetDevice(&device)) return error;
  *context = cuda_emulator::driver_context(device);
  return CUDA_SUCCESS;
}
inline CUresult cuCtxSynchronize() {
  return cuda_emulator::driver_result(cudaDeviceSynchronize());
}
inline CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  *context = cuda_emulator::driver_context(device);
  return CUDA_SUCCESS;
}
inline CUresult cuDevicePrimaryCtxRelease(CUdevice) {
  return CUDA_SUCCESS;
}

inline CUresult cuMemGetInfo(size_t* free, size_t* total) {
  return cuda_emulator::driver_result(cudaMemGetInfo(free, total));
}
inline CUresult cuMemAlloc(CUdeviceptr* pointer, size_t size) {
  if (size == 0) return CUDA_ERROR_INVALID_VALUE;
  void* made = nullptr;
  const cudaError_t error = cudaMalloc(&made, size);
  *pointer = reinterpret_cast<CUdeviceptr>(made);
  return cuda_emulator::driver_result(error);
}
inline CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t size, unsigned int flags) {
  void* made = nullptr;
  const cudaError_t error = cudaMallocManaged(&made, size, flags);
  *pointer = reinterpret_cast<CUdeviceptr>(made);
  return cuda_emulator::driver_result(error);
}
inline CUresult cuMemFree(CUdeviceptr pointer) {
  return cuda_emulator::driver_result(cudaFree(cuda_emulator::driver_pointer(pointer)));
}
inline CUresult cuMemAllocHost(void** pointer, size_t size) {
  return cuda_emulator::driver_result(cudaMallocHost(pointer, size));
}
inline CUresult cuMemFreeHost(void* pointer) {
  return cuda_emulator::driver_result(cudaFreeHost(pointer));
}
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t size) {
  return cuda_emulator::driver_result(
      cudaMemcpy(cuda_emulator::driver_pointer(to), from, size, cudaMemcpyHostToDevice));
}
inline CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t size) {
  return cuda_emulator::driver_result(
      cudaMemcpy(to, cuda_emulator::driver_pointer(from), size, cudaMemcpyDeviceToHost));
}
inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return cuda_emulator::driver_result(cudaMemcpy(cuda_emulator::driver_pointer(to), cuda_emulator::driver_pointer(from),
                                                 size, cudaMemcpyDeviceToDevice));
}
inline CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t size, CUstream stream) {
  return cuda_emulator::driver_result(
      cudaMemcpyAsync(cuda_emulator::driver_pointer(to), from, size, cudaMemcpyHostToDevice, stream));
}
inline CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t size, CUstream stream) {
  return cuda_emulator::driver_result(
      cudaMemcpyAsync(to, cuda_emulator::driver_pointer(from), size, cudaMemcpyDeviceToHost, stream));
}
inline CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  return cuda_emulator::driver_result(cudaMemset(cuda_emulator::driver_pointer(to), value, count));
}

inline CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  return cuda_emulator::driver_result(cudaStreamCreateWithFlags(stream, flags));
}
inline CUresult cuStreamSynchronize(CUstream stream) {
  return cuda_emulator::driver_result(cudaStreamSynchronize(stream));
}
inline CUresult cuStreamDestroy(CUstream stream) {
  return cuda_emulator::driver_result(cudaStreamDestroy(stream));
}
inline CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  return cuda_emulator::driver_result(cudaEventCreateWithFlags(event, flags));
}
inline CUresult cuEventRecord(CUevent event, CUstream stream) {
  return cuda_emulator::driver_result(cudaEventRecord(event, stream));
}
inline CUresult cuEventSynchronize(CUevent event) {
  return cuda_emulator::driver_result(cudaEventSynchronize(event));
}
inline CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return cuda_emulator::driver_result(cudaEventElapsedTime(milliseconds, start, end));
}
inline CUresult cuEventDestroy(CUevent event) {
  return cuda_emulator::driver_result(cudaEventDestroy(event));
}

inline CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                       const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                                       const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                                       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
                                       CUtensorMapFloatOOBfill fill) {
  return cuda_emulator::driver_result(cuda_emulator::encode_tensor_map(map, type, rank, address, sizes, strides, box,
                                                                       element_strides, interleave, swizzle, fill));
}

// Functions by name, if they are declared here (src/driver/driver_entry.cpp).
enum CUdriverProcAddressQueryResult {
  CU_GET_PROC_ADDRESS_SUCCESS = 0,
  CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
  CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
};
enum CUdriverProcAddress_flags {
  CU_GET_PROC_ADDRESS_DEFAULT = 0,
  CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
  CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2,
};
CUresult cuGetProcAddress(const char* symbol, void** function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* status);

#include "emulator/driver_context.hpp"
#include "emulator/driver_memory.hpp"
#include "emulator/driver_module.hpp"
