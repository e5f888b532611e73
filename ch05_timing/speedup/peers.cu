// The same addition by Thrust.
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

#include "ch05_timing/speedup/speedup.h"
#include "common/check.h"

namespace speedup {
namespace {

template <typename Real>
void add_thrust(const Real* x, const Real* y, Real* z, std::size_t n) {
  thrust::transform(thrust::cuda::par_nosync, x, x + n, y, z, thrust::plus<Real>());
  check(cudaGetLastError());
}

[[maybe_unused]] const bool registered = [] {
  peers<float>().push_back({"Thrust transform", add_thrust<float>});
  peers<double>().push_back({"Thrust transform", add_thrust<double>});
  return true;
}();

}  // namespace
}  // namespace speedup
