// The kernel of nbody's rungs 4 to 7: several bodies per thread, and the other bodies in parts.
#pragma once

#include "ch09_shared/nbody/pull.cuh"

namespace nbody {

// The body at i; past the end, a body without mass, which exerts no force.
template <typename Real>
__device__ Body<Real> body_at(const Body<Real>* bodies, std::size_t i, std::size_t end) {
  return i < end ? bodies[i] : Body<Real>{};
}

// Each thread adds up the pull of the bodies of one part, `part` of them, on bodies_each bodies of its own; blockIdx.y
// is the number of the part, and the sums are written to sums[blockIdx.y * n + i].
template <int bodies_each, int threads, typename Real>
__global__ void __launch_bounds__(threads)
    accelerate_several_kernel(const Body<Real>* bodies, Vector<Real>* sums, std::size_t n, std::size_t part) {
  __shared__ Body<Real> tile[threads];
  const std::size_t first_body = std::size_t{blockIdx.x} * threads * bodies_each + threadIdx.x;
  const std::size_t begin = blockIdx.y * part, end = min(begin + part, n);

  Body<Real> body[bodies_each];
  Vector<Real> sum[bodies_each] = {};
  for (int b = 0; b < bodies_each; ++b) body[b] = body_at(bodies, first_body + b * threads, n);

  for (std::size_t first = begin; first < end; first += threads) {
    const Body<Real> mine = body_at(bodies, first + threadIdx.x, end);
    tile[threadIdx.x] = mine;
    __syncthreads();
#pragma unroll 32
    for (int j = 0; j < threads; ++j) {
      const Body<Real> other = tile[j];
      for (int b = 0; b < bodies_each; ++b) add_pull<true>(body[b], other, sum[b]);
    }
    __syncthreads();
  }

  for (int b = 0; b < bodies_each; ++b) {
    const std::size_t i = first_body + b * threads;
    if (i < n) sums[blockIdx.y * n + i] = sum[b];
  }
}

}  // namespace nbody
