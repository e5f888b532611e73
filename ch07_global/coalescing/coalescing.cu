// One kernel, five patterns of reading. The writes are sequential in all of them, so that the reads alone differ.
//
// The hardware serves a warp's load as one request: it finds the 32-byte sectors that the 32 addresses fall into and
// moves each of them once. The order of the threads within those sectors costs nothing; bytes that nobody asked for do.
#include "ch07_global/coalescing/coalescing.h"

#include "common/check.h"
#include "common/launch.h"

namespace coalescing {

template <typename Pattern, typename Real>
__global__ void gather_kernel(const Real* x, std::size_t n, Real* y) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = x[Pattern::source(i, n)];
}

template <typename Pattern, typename Real>
void gather(const Real* x, std::size_t n, Real* y) {
  gather_kernel<Pattern><<<blocks_for(n, block_size), block_size>>>(x, n, y);
  check(cudaGetLastError());
}

template void gather<Sequential>(const float*, std::size_t, float*);
template void gather<Permuted>(const float*, std::size_t, float*);
template void gather<Misaligned>(const float*, std::size_t, float*);
template void gather<Strided>(const float*, std::size_t, float*);
template void gather<Broadcast>(const float*, std::size_t, float*);
template void gather<Sequential>(const double*, std::size_t, double*);
template void gather<Permuted>(const double*, std::size_t, double*);
template void gather<Misaligned>(const double*, std::size_t, double*);
template void gather<Strided>(const double*, std::size_t, double*);
template void gather<Broadcast>(const double*, std::size_t, double*);

}  // namespace coalescing
