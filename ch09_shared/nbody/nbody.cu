// Gravity between all pairs of bodies. The rungs read bodies from global memory, read them from tiles in shared memory,
// unroll the loop, compute several bodies per thread, and split each sum over several blocks.
//
// n bodies have n^2 interactions of 13 instructions each, but only n * 16 bytes: arithmetic is the limit, and the speed
// of a rung depends on the share of its instructions that are arithmetic.
#include "ch09_shared/nbody/nbody.h"

#include <algorithm>

#include "common/check.h"
#include "common/ptx.h"

namespace nbody {
namespace {

constexpr int block_size = 256, largest_block = 1024;
constexpr int each = 4;  // bodies per thread, from rung 5 on

// The arithmetic that all rungs share.
__device__ inline float root_reciprocal(float x) {
  return rsqrtf(x);
}

__device__ inline double root_reciprocal(double x) {
  return rsqrt(x);
}

__device__ inline float fast_root_reciprocal(float x) {
  return rsqrt_approximate(x);
}

__device__ inline double fast_root_reciprocal(double x) {
  return rsqrt(x);
}

// Adds the pull of other on body.
template <bool fast, typename Real>
__device__ void add_pull(const Body<Real>& body, const Body<Real>& other, Vector<Real>& sum) {
  const Real dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
  const Real squared = dx * dx + (dy * dy + (dz * dz + static_cast<Real>(softening_squared)));
  const Real r = fast ? fast_root_reciprocal(squared) : root_reciprocal(squared);
  const Real pull = (other.mass * r) * (r * r);
  sum.x += dx * pull;
  sum.y += dy * pull;
  sum.z += dz * pull;
}

// The body at i; past the end, a body without mass, which exerts no force.
template <typename Real>
__device__ Body<Real> body_at(const Body<Real>* bodies, std::size_t i, std::size_t end) {
  return i < end ? bodies[i] : Body<Real>{};
}

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
//
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

// ---- Rung 6. Same, except that the other bodies are split into parts: a block adds up the pull of one part, and a
// second launch adds the parts. Four bodies per thread give only 64 blocks for 65536 bodies: too few for a large GPU.
constexpr int enough_blocks = 512;  // two waves on a large GPU

// Enough parts for enough blocks, but none smaller than a tile.
std::size_t parts_for(std::size_t n, int threads) {
  const std::size_t blocks = blocks_for(n, threads * each), tiles = blocks_for(n, threads);
  return std::min((enough_blocks + blocks - 1) / blocks, tiles);
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

template <int threads, typename Real>
void accelerate_parts(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>* scratch, std::size_t n) {
  const std::size_t parts = parts_for(n, threads), tiles = blocks_for(n, threads);
  const std::size_t part = (tiles + parts - 1) / parts * threads;  // whole tiles
  const dim3 grid(blocks_for(n, threads * each), static_cast<unsigned>(parts));
  accelerate_several_kernel<each, threads><<<grid, threads>>>(bodies, scratch, n, part);
  check(cudaGetLastError());
  add_parts_kernel<<<blocks_for(n, block_size), block_size>>>(scratch, accelerations, n, parts);
  check(cudaGetLastError());
}

template <typename Real>
void accelerate_split(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>* scratch, std::size_t n) {
  accelerate_parts<block_size>(bodies, accelerations, scratch, n);
}

// ---- Rung 7. Same, except that blocks have 1024 threads: there are enough blocks now, and each tile serves more
// threads. Doubles need twice the registers, too many for 1024 threads: for them this is the rung before.
template <typename Real>
void accelerate_large_blocks(const Body<Real>* bodies, Vector<Real>* accelerations, Vector<Real>* scratch,
                             std::size_t n) {
  accelerate_parts<sizeof(Real) == sizeof(float) ? largest_block : block_size>(bodies, accelerations, scratch, n);
}

}  // namespace

std::size_t scratch_size(std::size_t n) {
  return n * std::max(parts_for(n, block_size), parts_for(n, largest_block));
}

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"global", accelerate_global<Real>},              // one body per thread
      {"tiled", accelerate_tiled<Real>},                // bodies in shared memory
      {"unrolled", accelerate_unrolled<Real>},          // longer stretches without a branch
      {"fast_root", accelerate_fast_root<Real>},        // one instruction for the root
      {"several", accelerate_several<Real>},            // several bodies per thread
      {"split", accelerate_split<Real>},                // several blocks share a body's sum
      {"large_blocks", accelerate_large_blocks<Real>},  // with more threads each
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace nbody
