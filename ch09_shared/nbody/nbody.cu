// All-pairs gravity: from global memory, from shared tiles, unrolled, several bodies per thread, sums split over
// blocks.
//
// n bodies make n^2 interactions of 13 instructions each, on n bodies of 16 bytes: arithmetic is the limit, and a rung
// is as good as the share of its instructions that do arithmetic.
#include "ch09_shared/nbody/nbody.h"

#include <algorithm>

#include "ch09_shared/nbody/pull.cuh"
#include "common/check.h"
#include "common/launch.h"

namespace nbody {

constexpr int block_size = 256;
constexpr int each = 4;             // bodies per thread, from accelerate_several on
constexpr int enough_blocks = 512;  // of accelerate_split: two rounds on a large GPU

template <typename Real>  // of accelerate_split; doubles need twice the registers, which 1024 threads do not have
constexpr int split_block = sizeof(Real) == sizeof(float) ? 1024 : 256;
constexpr int largest_block = 1024;

// ---- Rung 1. A thread per body; all of a warp read the same other body at a time, from global memory or a cache.
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

// The body at i; behind the last one, a body without mass, which pulls nobody.
template <typename Real>
__device__ Body<Real> body_at(const Body<Real>* bodies, std::size_t i, std::size_t end) {
  return i < end ? bodies[i] : Body<Real>{};
}

// ---- Rung 2. Same, except that a block copies 256 bodies to shared memory at a time, one per thread, and then all of
// its threads read them there. The barriers need all threads, those without a body too.
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

// ---- Rungs 3 to 5. Same, except: the loop over the tile is unrolled, so that counting and branching are paid once for
// 32 bodies and independent work is there to fill waiting times; and the root is one instruction (rsqrtf adds some for
// very small arguments, which the softening excludes). Rung 4: a thread has four bodies, so that one read from shared
// memory serves four interactions. Rung 5: see below.
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

template <typename Real>
void accelerate_unrolled(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>*, std::size_t n) {
  accelerate_several_kernel<1, block_size><<<blocks_for(n, block_size), block_size>>>(bodies, accelerations, n, n);
  check(cudaGetLastError());
}

template <typename Real>
void accelerate_several(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>*, std::size_t n) {
  const int blocks = blocks_for(n, block_size * each);
  accelerate_several_kernel<each, block_size><<<blocks, block_size>>>(bodies, accelerations, n, n);
  check(cudaGetLastError());
}

// ---- Rung 5. Four bodies per thread leave few blocks: 64 for 65536 bodies, too few for a large GPU. So the others are
// split into parts as well: a block adds up the pull of one part, a second launch the sums of all parts. With blocks to
// spare they may be larger, and a tile serves more threads.
std::size_t parts_for(std::size_t n) {
  const std::size_t blocks = blocks_for(n, largest_block * each), tiles = blocks_for(n, largest_block);
  return std::min((enough_blocks + blocks - 1) / blocks, tiles);
}

std::size_t scratch_size(std::size_t n) {
  return n * parts_for(n);
}

template <typename Real>
__global__ void add_parts_kernel(const Vector<Real>* sums, Vector<Real>* accelerations, std::size_t n,
                                 std::size_t parts) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;

  Vector<Real> sum = {};
  for (std::size_t p = 0; p < parts; ++p) {
    sum.x += sums[p * n + i].x;
    sum.y += sums[p * n + i].y;
    sum.z += sums[p * n + i].z;
  }
  accelerations[i] = sum;
}

template <typename Real>
void accelerate_split(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>* scratch, std::size_t n) {
  const std::size_t parts = parts_for(n), tiles = blocks_for(n, largest_block);
  const std::size_t part = (tiles + parts - 1) / parts * largest_block;  // whole tiles
  constexpr int threads = split_block<Real>;
  const dim3 grid(blocks_for(n, threads * each), static_cast<unsigned>(parts));
  accelerate_several_kernel<each, threads><<<grid, threads>>>(bodies, scratch, n, part);
  check(cudaGetLastError());
  add_parts_kernel<<<blocks_for(n, block_size), block_size>>>(scratch, accelerations, n, parts);
  check(cudaGetLastError());
}

template void accelerate_global(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_tiled(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_unrolled(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_several(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_split(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_global(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_tiled(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_unrolled(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_several(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_split(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);

}  // namespace nbody
