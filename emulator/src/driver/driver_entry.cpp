// The driver API's functions by name: cuGetProcAddress, and the two functions of the runtime for it.
#include <cuda.h>

#include <string_view>

#include "runtime/runtime.hpp"

namespace {

struct Entry {
  std::string_view name;
  void* function;
};
template <class F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

void* find(std::string_view name) {
  static const Entry entries[] = {
      {"cuTensorMapEncodeTiled", address(&cuTensorMapEncodeTiled)},
      {"cuGetProcAddress", address(&cuGetProcAddress)},
      {"cuInit", address(&cuInit)},
      {"cuDriverGetVersion", address(&cuDriverGetVersion)},
      {"cuDeviceGet", address(&cuDeviceGet)},
      {"cuDeviceGetCount", address(&cuDeviceGetCount)},
      {"cuDeviceGetName", address(&cuDeviceGetName)},
      {"cuDeviceGetAttribute", address(&cuDeviceGetAttribute)},
      {"cuCtxGetCurrent", address(&cuCtxGetCurrent)},
      {"cuCtxGetDevice", address(&cuCtxGetDevice)},
      {"cuCtxPopCurrent", address(&cuCtxPopCurrent)},
      {"cuCtxPushCurrent", address(&cuCtxPushCurrent)},
      {"cuCtxSetCurrent", address(&cuCtxSetCurrent)},
      {"cuCtxSynchronize", address(&cuCtxSynchronize)},
      {"cuDevicePrimaryCtxRelease", address(&cuDevicePrimaryCtxRelease)},
      {"cuDevicePrimaryCtxRetain", address(&cuDevicePrimaryCtxRetain)},
      {"cuFuncGetAttribute", address(&cuFuncGetAttribute)},
      {"cuFuncSetAttribute", address(&cuFuncSetAttribute)},
      {"cuGetErrorName", address(&cuGetErrorName)},
      {"cuGetErrorString", address(&cuGetErrorString)},
      {"cuKernelGetFunction", address(&cuKernelGetFunction)},
      {"cuLaunchCooperativeKernel", address(&cuLaunchCooperativeKernel)},
      {"cuLaunchKernel", address(&cuLaunchKernel)},
      {"cuLibraryGetKernel", address(&cuLibraryGetKernel)},
      {"cuLibraryLoadData", address(&cuLibraryLoadData)},
      {"cuLibraryUnload", address(&cuLibraryUnload)},
      {"cuMemAddressFree", address(&cuMemAddressFree)},
      {"cuMemAddressReserve", address(&cuMemAddressReserve)},
      {"cuMemAlloc", address(&cuMemAlloc)},
      {"cuMemCreate", address(&cuMemCreate)},
      {"cuMemExportToShareableHandle", address(&cuMemExportToShareableHandle)},
      {"cuMemFree", address(&cuMemFree)},
      {"cuMemGetAccess", address(&cuMemGetAccess)},
      {"cuMemGetAddressRange", address(&cuMemGetAddressRange)},
      {"cuMemGetAllocationGranularity", address(&cuMemGetAllocationGranularity)},
      {"cuMemImportFromShareableHandle", address(&cuMemImportFromShareableHandle)},
      {"cuMemMap", address(&cuMemMap)},
      {"cuMemRelease", address(&cuMemRelease)},
      {"cuMemSetAccess", address(&cuMemSetAccess)},
      {"cuMemUnmap", address(&cuMemUnmap)},
      {"cuMemcpyDtoH", address(&cuMemcpyDtoH)},
      {"cuMemcpyHtoD", address(&cuMemcpyHtoD)},
      {"cuMemsetD32", address(&cuMemsetD32)},
      {"cuModuleGetFunction", address(&cuModuleGetFunction)},
      {"cuModuleGetGlobal", address(&cuModuleGetGlobal)},
      {"cuModuleLoad", address(&cuModuleLoad)},
      {"cuModuleLoadData", address(&cuModuleLoadData)},
      {"cuModuleLoadDataEx", address(&cuModuleLoadDataEx)},
      {"cuModuleUnload", address(&cuModuleUnload)},
      {"cuPointerGetAttribute", address(&cuPointerGetAttribute)},
      {"cuStreamSynchronize", address(&cuStreamSynchronize)},
  };
  for (const Entry& entry : entries) {
    if (entry.name == name) return entry.function;
  }
  return nullptr;
}

}  // namespace

CUresult cuGetProcAddress(const char* symbol, void** function, int, cuuint64_t,
                          CUdriverProcAddressQueryResult* status) {
  if (!symbol || !function) return CUDA_ERROR_INVALID_VALUE;
  *function = find(symbol);
  if (status) *status = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned int, unsigned long long,
                                             cudaDriverEntryPointQueryResult* status) {
  if (const cudaError_t error = cuda_emulator::ready()) return error;
  if (!symbol || !function) return cuda_emulator::set_error(cudaErrorInvalidValue);
  *function = find(symbol);
  if (status) *status = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return *function || status ? cudaSuccess : cuda_emulator::set_error(cudaErrorSymbolNotFound);
}
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* status) {
  return cudaGetDriverEntryPointByVersion(symbol, function, 13000, flags, status);
}
