// The driver's stack of contexts. A context is only its device here, so the entries below the current one are only
// remembered.
#include <cuda.h>

#include <vector>

namespace {
std::vector<CUcontext>& pushed_over() {
  static thread_local std::vector<CUcontext> contexts;
  return contexts;
}
}  // namespace

CUresult cuCtxPushCurrent(CUcontext context) {
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  CUcontext before = nullptr;
  if (const CUresult error = cuCtxGetCurrent(&before)) return error;
  if (const CUresult error = cuCtxSetCurrent(context)) return error;
  pushed_over().push_back(before);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  CUcontext top = nullptr;
  if (const CUresult error = cuCtxGetCurrent(&top)) return error;
  if (context) *context = top;
  if (pushed_over().empty()) return CUDA_SUCCESS;  // cuCtxCreate had pushed it
  const CUcontext below = pushed_over().back();
  pushed_over().pop_back();
  return cuCtxSetCurrent(below);
}
