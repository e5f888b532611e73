// N-body, rungs 6 and 7: several blocks share the sums of the same bodies.
#include <algorithm>

#include "ch09_shared/nbody/several.cuh"
#include "common/check.h"

namespace nbody {

constexpr int block_size = 256;
constexpr int largest_block = 1024;
constexpr int each = 4;             // bodies per thread
constexpr int enough_blocks = 512;  // two waves on a large GPU

// Enough parts for enough blocks, but none smaller than a tile.
std::size_t parts_for(std::size_t n, int threads) {
  const std::size_t blocks = blocks_for(n, threads * each), tiles = blocks_for(n, threads);
  return std::min((enough_blocks + blocks - 1) / blocks, tiles);
}

std::size_t scratch_size(std::size_t n) {
  return n * std::max(parts_for(n, block_size), parts_for(n, largest_block));
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

// ---- Rung 6. Same, except that the other bodies are split into parts: a block adds up the pull of one part, and a
// second launch adds the parts. Four bodies per thread give only 64 blocks for 65536 bodies: too few for a large GPU.
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

template void accelerate_split(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_large_blocks(const Body<float>*, Vector<float>*, Vector<float>*, std::size_t);
template void accelerate_split(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);
template void accelerate_large_blocks(const Body<double>*, Vector<double>*, Vector<double>*, std::size_t);

}  // namespace nbody
