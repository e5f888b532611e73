// The driver's function that builds tensor maps, found by its name: a program that links the runtime alone has it.
#pragma once

#include <cudaTypedefs.h>
#include <cuda_runtime.h>

#include <stdexcept>

#include "common/check.h"

inline PFN_cuTensorMapEncodeTiled_v12000 tensor_map_encoder() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found));
#else
  check(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found));
#endif
  if (found != cudaDriverEntryPointSuccess) throw std::runtime_error("this driver has no tensor maps");
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
}
