// A brick's halo and its atoms' lists. The halo lies in at most nine columns, in consecutive slices of each, so it is
// read in long runs. The lists name places in the halo.
#include "ch21_molecular_dynamics/bricks/brick_entries.cuh"
#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/model/pair.h"
#include "common/check.h"

namespace ljmd {

namespace {

// The smallest box around a brick's atoms.
template <typename Real>
struct Bounds {
  Real low[3], high[3];
};

template <int warps, typename Real>
__device__ Bounds<Real> bounds_of(const Vec4<Real>& mine) {
  __shared__ Bounds<Real> of_warp[warps];
  Bounds<Real> all = {{mine.x, mine.y, mine.z}, {mine.x, mine.y, mine.z}};
  for (int distance = 16; distance > 0; distance /= 2)
    for (int axis = 0; axis < 3; ++axis) {
      all.low[axis] = min(all.low[axis], __shfl_xor_sync(0xFFFFFFFF, all.low[axis], distance));
      all.high[axis] = max(all.high[axis], __shfl_xor_sync(0xFFFFFFFF, all.high[axis], distance));
    }
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = all;
  __syncthreads();
  for (const Bounds<Real>& other : of_warp)
    for (int axis = 0; axis < 3; ++axis) {
      all.low[axis] = min(all.low[axis], other.low[axis]);
      all.high[axis] = max(all.high[axis], other.high[axis]);
    }
  return all;
}

template <typename Real>
__device__ Real beyond(Real x, Real low, Real high) {
  return max(max(low - x, x - high), Real{0});
}

// Each thread of the block has one candidate; those near enough are appended to the halo, in the order of the threads.
// Returns how many atoms the halo then has; atoms without room are only counted.
template <int warps, typename Real>
__device__ int append(const Bricks<Real>& b, Vec4<Real>* halo, int held, bool near, const Vec4<Real>& p,
                      unsigned packed) {
  __shared__ int of_warp[warps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned votes = __ballot_sync(0xFFFFFFFF, near);
  if (lane == 0) of_warp[warp] = __popc(votes);
  __syncthreads();
  int place = held + __popc(votes & ((1u << lane) - 1));
  for (int w = 0; w < warps; ++w) {
    if (w < warp) place += of_warp[w];
    held += of_warp[w];
  }
  if (near && place < b.shared_places - spare_places) {
    halo[place] = p;
    b.halo[static_cast<std::size_t>(blockIdx.x) * b.sizes.halo + place] = packed;
  }
  __syncthreads();  // of_warp may be written again
  return held;
}

__device__ int floor_division(int a, int b) {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

// Appends the atoms of one column that are within reach of the brick. column_x and column_y may be outside the box.
template <int threads, typename Real>
__device__ int append_column(const Bricks<Real>& b, int now, Vec4<Real>* halo, int held, const Bounds<Real>& bounds,
                             int column_x, int column_y) {
  const int image_x = floor_division(column_x, b.sizes.columns_x),
            image_y = floor_division(column_y, b.sizes.columns_y);
  // A single slab uses its own periodic images; one of several has ghosts where the next slab begins.
  const int x = column_x - (b.others > 0 ? b.sizes.first_x : image_x * b.sizes.columns_x);
  const int* const start = b.starts(x, column_y - image_y * b.sizes.columns_y);
  const Vec4<Real>* const position = b.positions(x < 0 || x >= b.sizes.slab_x ? now : 1 - now);
  const Real reach = b.radius * static_cast<Real>(1.0001);  // more than any rounding error
  const int low = static_cast<int>(floor((bounds.low[2] - reach) * b.per_z));
  const int high = static_cast<int>(floor((bounds.high[2] + reach) * b.per_z));
  for (int image_z = floor_division(low, b.sizes.slices); image_z <= floor_division(high, b.sizes.slices); ++image_z) {
    const int from = start[max(low - image_z * b.sizes.slices, 0)];
    const int to = start[min(high - image_z * b.sizes.slices, b.sizes.slices - 1) + 1];
    for (int first = from; first < to; first += threads) {
      const int i = first + threadIdx.x;
      Vec4<Real> p = position[min(i, to - 1)];
      p.x += static_cast<Real>(image_x) * b.side_x;
      p.y += static_cast<Real>(image_y) * b.side_y;
      p.z += static_cast<Real>(image_z) * b.side_z;
      const Real dx = beyond(p.x, bounds.low[0], bounds.high[0]), dy = beyond(p.y, bounds.low[1], bounds.high[1]),
                 dz = beyond(p.z, bounds.low[2], bounds.high[2]);
      const bool near = i < to && dx * dx + dy * dy + dz * dz < reach * reach;
      const unsigned image = (image_x + 1) | (image_y + 1) << 2 | (image_z + 1) << 4;
      held = append<threads / 32>(b, halo, held, near, p, static_cast<unsigned>(i) | image << index_bits);
    }
  }
  return held;
}

template <int per_atom, typename Real>
__global__ __launch_bounds__(brick_size* per_atom) void list_kernel(Bricks<Real> b, int now, const int* wanted) {
  extern __shared__ uint4 shared[];
  auto* const halo = reinterpret_cast<Vec4<Real>*>(shared);
  if (*wanted == 0 || static_cast<int>(blockIdx.x) >= b.words->bricks) return;
  const Brick brick = b.brick[blockIdx.x];
  constexpr int threads = brick_size * per_atom;
  const int t = threadIdx.x, atom = t % brick_size, i = brick.first + min(atom, brick.atoms - 1);
  const Vec4<Real> mine = b.positions(1 - now)[i];
  const Bounds<Real> bounds = bounds_of<threads / 32>(mine);

  const Real reach = b.radius * static_cast<Real>(1.0001);
  int held = 0;
  for (int x = static_cast<int>(floor((bounds.low[0] - reach) * b.per_x)); x <= (bounds.high[0] + reach) * b.per_x; ++x)
    for (int y = static_cast<int>(floor((bounds.low[1] - reach) * b.per_y)); y <= (bounds.high[1] + reach) * b.per_y;
         ++y)
      held = append_column<threads>(b, now, halo, held, bounds, x, y);
  if (t == 0) atomicMax(&b.words->largest_halo, held);
  held = min(held, b.shared_places - spare_places);
  if (t == 0) b.halo_size[blockIdx.x] = held;
  if (t < spare_places) halo[held + t] = {static_cast<Real>(far_away), 0, 0, 0};
  __syncthreads();

  Neighbors neighbors;
  find_neighbors<per_atom>(halo, held, mine, b.radius, t / brick_size, neighbors);
  int& length = b.length[static_cast<std::size_t>(blockIdx.x) * threads + t];
  length = atom < brick.atoms ? write_list<threads>(b, neighbors, held) : 0;
  if (t >= brick.atoms) return;
  b.positions(now)[i] = b.reference[i] = mine;
  b.velocity[i] = b.sorted_velocity[i];
  b.id[i] = b.sorted_id[i];
}

}  // namespace

template <typename Real>
void list_bricks(const Bricks<Real>& b, int now, const int* wanted, cudaStream_t stream) {
  const std::size_t bytes = b.shared_places * sizeof(Vec4<Real>);
  with_constant(b.sizes.per_atom, [&]<int per_atom>(std::integral_constant<int, per_atom>) {
    list_kernel<per_atom><<<b.sizes.bricks, b.sizes.threads(), bytes, stream>>>(b, now, wanted);
    check(cudaGetLastError());
  });
}

template <typename Real>
void allow_shared(const Bricks<Real>& b, std::size_t bytes) {
  with_constant(b.sizes.per_atom, [&]<int per_atom>(std::integral_constant<int, per_atom>) {
    const auto kernel = list_kernel<per_atom, Real>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
  });
}

template void list_bricks(const Bricks<float>&, int, const int*, cudaStream_t);
template void list_bricks(const Bricks<double>&, int, const int*, cudaStream_t);
template void allow_shared(const Bricks<float>&, std::size_t);
template void allow_shared(const Bricks<double>&, std::size_t);

}  // namespace ljmd
