// The driver API's functions by name: cuGetProcAddress, and the runtime's two ways to it.
#include <cuda.h>

#include <string_view>

#include "runtime.hpp"

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
