// CUB's DeviceSelect, which like ch15_patterns/compaction_single_pass reads the array once.
#include <cub/device/device_select.cuh>

#include "ch15_patterns/compaction/compaction.h"
#include "common/check.h"
#include "common/workspace.h"

namespace compaction {
namespace {

struct Positive {
  template <typename Real>
  __host__ __device__ bool operator()(Real v) const {
    return v > 0;
  }
};

template <typename Real>
void cub_select(const Real* x, std::size_t n, Real* kept, std::size_t* count, std::size_t*) {
  static Workspace<std::size_t> workspace;
  const auto call = [&](void* memory, std::size_t& size) {
    check(cub::DeviceSelect::If(memory, size, x, kept, count, n, Positive{}));
  };
  workspace.run(call, n);
}

template <typename Real>
const bool registered = (peers<Real>().push_back({"CUB DeviceSelect::If", cub_select<Real>}), true);
template const bool registered<float>;
template const bool registered<double>;

}  // namespace
}  // namespace compaction
