// What the transposes are measured by: the same bytes in their old order, 16 at a time.
#include "ch09_shared/transpose_shared/pack.cuh"
#include "ch09_shared/transpose_shared/transpose_shared.h"
#include "common/check.h"
#include "common/launch.h"

namespace transpose_shared {

constexpr int block_size = 256;

template <typename Real>
__global__ void copy_wide_kernel(const Real* in, Real* out, std::size_t n) {
  constexpr int size = Pack<Real>::size;
  const std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * size;
  if (i + size <= n) {
    *reinterpret_cast<Pack<Real>*>(out + i) = *reinterpret_cast<const Pack<Real>*>(in + i);
  } else {
    for (std::size_t rest = i; rest < n; ++rest) out[rest] = in[rest];
  }
}

template <typename Real>
void copy_wide(const Real* in, Real* out, std::size_t n) {
  copy_wide_kernel<<<blocks_for(n, block_size * Pack<Real>::size), block_size>>>(in, out, n);
  check(cudaGetLastError());
}

template void copy_wide(const float*, float*, std::size_t);
template void copy_wide(const double*, double*, std::size_t);

}  // namespace transpose_shared
