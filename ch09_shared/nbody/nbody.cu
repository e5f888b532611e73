// All-pairs gravity: from global memory, from shared tiles, unrolled, several bodies per thread. split.cu has the rungs
// that split each sum over several blocks.
//
// n bodies have n^2 interactions of 13 instructions each, but only n * 16 bytes: arithmetic is the limit, and the speed
// of a rung depends on the share of its instructions that are arithmetic.
#include "ch09_shared/nbody/nbody.h"

#include "ch09_shared/nbody/several.cuh"
#include "common/check.h"

namespace nbody {

constexpr int block_size = 256;
constexpr int each = 4;  // bodies per thread of accelerate_several

// ---- Rung 1. One thread per body; all threads of a warp read the same other body, from global memory or a cache.
template <typename Real>
__global__ void accelerate_global_kernel(const Body<Real>* bodies, Vector<Real>* accelerations, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;

  const Body<Real> body = bodies[i];
  Vector<Real> sum = {};
  for (std::size_t j = 0; j < n; ++j) add_pull<false>(body, bodies[j], sum);

  accelerations[i] = sum;
}

template <typename Real>
void accelerate_global(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>*, std::size_t n) {
  accelerate_global_kernel<<<blocks_for(n, block_size), block_size>>>(bodies, accelerations, n);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that a block copies 256 bodies at a time to shared memory, one per thread, and all of its
// threads read them there. All threads must reach the barriers, including those without a body.
template <typename Real>
__global__ void accelerate_tiled_kernel(const Body<Real>* bodies, Vector<Real>* accelerations, std::size_t n) {
  __shared__ Body<Real> tile[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;

  const Body<Real> body = body_at(bodies, i, n);
  Vector<Real> sum = {};
  for (std::size_t first = 0; first < n; first += block_size) {
    const Body<Real> mine = body_at(bodies, first + threadIdx.x, n);
    tile[threadIdx.x] = mine;
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < block_size; ++j) add_pull<false>(body, tile[j], sum);
    __syncthreads();
  }

  if (i < n) accelerations[i] = sum;
}

template <typename Real>
void accelerate_tiled(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>*, std::size_t n) {
  accelerate_tiled_kernel<<<blocks_for(n, block_size), block_size>>>(bodies, accelerations, n);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that the loop over the tile is unrolled: loop counter and branch are needed once for 32
// bodies, and independent instructions hide latency.
template <typename Real>
__global__ void accelerate_unrolled_kernel(const Body<Real>* bodies, Vector<Real>* accelerations, std::size_t n) {
  __shared__ Body<Real> tile[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;

  const Body<Real> body = body_at(bodies, i, n);
  Vector<Real> sum = {};
  for (std::size_t first = 0; first < n; first += block_size) {
    const Body<Real> mine = body_at(bodies, first + threadIdx.x, n);
    tile[threadIdx.x] = mine;
    __syncthreads();
#pragma unroll 32
    for (int j = 0; j < block_size; ++j) add_pull<false>(body, tile[j], sum);
    __syncthreads();
  }

  if (i < n) accelerations[i] = sum;
}

template <typename Real>
void accelerate_unrolled(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>*, std::size_t n) {
  accelerate_unrolled_kernel<<<blocks_for(n, block_size), block_size>>>(bodies, accelerations, n);
  check(cudaGetLastError());
}

// ---- Rung 4. Same, except that the root is one instruction: rsqrtf needs more for very small arguments, which the
// softening excludes. (In double there is no such instruction: this rung is the same as the one before.)
template <typename Real>
void accelerate_fast_root(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>*, std::size_t n) {
  accelerate_several_kernel<1, block_size><<<blocks_for(n, block_size), block_size>>>(bodies, accelerations, n, n);
  check(cudaGetLastError());
}

// ---- Rung 5. Same, except that a thread has four bodies: one read from shared memory serves four interactions.
template <typename Real>
void accelerate_several(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>*, std::size_t n) {
  const int blocks = blocks_for(n, block_size * each);
  accelerate_several_kernel<each, block_size><<<blocks, block_size>>>(bodies, accelerations, n, n);
  check(cudaGetLastError());
}

template void accelerate_global(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_tiled(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_unrolled(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_fast_root(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_several(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_global(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_tiled(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_unrolled(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_fast_root(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_several(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);

}  // namespace nbody
