// Features that have no effect in the emulator: each prints this once, because nothing is ignored silently.
#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "runtime/runtime.hpp"

namespace cuda_emulator {

void ignored(const char* what) {
  static std::mutex mutex;
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (said.insert(what).second) std::fprintf(stderr, "CUDA emulator: %s have no effect here\n", what);
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaProfilerStart() {
  ignored("cudaProfilerStart and cudaProfilerStop");
  return ready();
}
cudaError_t cudaProfilerStop() {
  return cudaProfilerStart();
}
