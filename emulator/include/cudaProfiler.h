// Stands in for the CUDA header of the same name.
#pragma once
#include "cuda.h"
#include "cuda_profiler_api.h"

inline CUresult cuProfilerStart() {
  return static_cast<CUresult>(cudaProfilerStart());
}
inline CUresult cuProfilerStop() {
  return static_cast<CUresult>(cudaProfilerStop());
}
