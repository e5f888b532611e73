// A block's work on a box of the image.
#pragma once

#include "ch23_dynamic_parallelism/adaptive/adaptive.h"
#include "common/check.h"
#include "common/warp.cuh"

namespace adaptive {

constexpr int block_size = 512;  // a warp for each of the 16 parts of a box of the second level

// Fewer threads for small boxes, whose border cannot keep more of them busy.
__host__ __device__ constexpr int threads_of(int level) {
  return level == 0 ? 512 : level == 1 ? 256 : 64;
}

// sides[] for the device.
__host__ __device__ constexpr int side_of(int level) {
  return level == 0 ? first_side : level == 1 ? second_side : last_side;
}

struct Box {
  int left, top, width, height;
};

// Box number (across, down) of the level, counted from the pixel (left, top); cut off where the picture ends.
template <typename Real>
__device__ Box box_at(const View<Real>& view, int level, int left, int top, int across, int down) {
  const int side = side_of(level);
  left += across * side;
  top += down * side;
  return {left, top, min(side, view.cols - left), min(side, view.rows - top)};
}

// The number of boxes of the level that cover this many pixels.
__host__ __device__ inline dim3 boxes_of(int width, int height, int level) {
  const int side = side_of(level);
  return dim3((width + side - 1) / side, (height + side - 1) / side);
}

// dwell_cpu, on the device.
template <typename Real>
__device__ Dwell dwell(const View<Real>& view, int row, int col) {
  const Real a = fma(view.step, static_cast<Real>(col), view.left);
  const Real b = fma(view.step, static_cast<Real>(row), view.top);
  Real x = 0, y = 0;
  int steps = 0;
  for (; steps < view.limit && fma(y, y, x * x) <= 4; ++steps) {
    const Real next = fma(x, x, fma(-y, y, a));
    y = fma(x + x, y, b);
    x = next;
  }
  return static_cast<Dwell>(steps);
}

// Pixel number i of a box's border: the upper row, the lower row, the left column, the right one.
template <typename Real>
__device__ Dwell border_dwell(const View<Real>& view, const Box& box, int i) {
  const int right = box.left + box.width - 1, bottom = box.top + box.height - 1;
  if (i < box.width) return dwell(view, box.top, box.left + i);
  i -= box.width;
  if (i < box.width) return dwell(view, bottom, box.left + i);
  i -= box.width;
  if (i < box.height) return dwell(view, box.top + i, box.left);
  return dwell(view, box.top + i - box.height, right);
}

// The threads that work on a box together: a block, or one of its warps. All of them must call.
struct WholeBlock {
  __device__ int size() const { return blockDim.x; }
  __device__ int rank() const { return threadIdx.x; }
  __device__ bool all(bool mine) const { return __syncthreads_and(mine); }
  __device__ int of_first(int mine) const {
    __shared__ int first;
    if (threadIdx.x == 0) first = mine;
    __syncthreads();
    return first;  // written again only after the barrier of all()
  }
};
struct OneWarp {
  __device__ int size() const { return 32; }
  __device__ int rank() const { return lane_index(); }
  __device__ bool all(bool mine) const { return __all_sync(all_lanes, mine); }
  __device__ int of_first(int mine) const { return __shfl_sync(all_lanes, mine, 0); }
};

// Fills the box if its border has one dwell, and returns whether it has. Most borders show a second dwell at once, so
// all threads check after each turn whether one was found.
template <typename Group, typename Real>
__device__ bool fill_if_one_dwell(const Group& group, const View<Real>& view, const Box& box, Dwell* dwells) {
  const int border = 2 * (box.width + box.height);
  int first = 0;
  for (int start = 0; start < border; start += group.size()) {
    const int i = start + group.rank();
    const int mine = i < border ? border_dwell(view, box, i) : 0;
    if (start == 0) first = group.of_first(mine);
    if (!group.all(i >= border || mine == first)) return false;
  }
  for (int i = group.rank(); i < box.width * box.height; i += group.size()) {
    const int row = box.top + i / box.width, col = box.left + i % box.width;
    dwells[std::size_t{1} * row * view.cols + col] = static_cast<Dwell>(first);
  }
  return true;
}

template <typename Group, typename Real>
__device__ void draw_pixels(const Group& group, const View<Real>& view, const Box& box, Dwell* dwells) {
  for (int i = group.rank(); i < box.width * box.height; i += group.size()) {
    const int row = box.top + i / box.width, col = box.left + i % box.width;
    dwells[std::size_t{1} * row * view.cols + col] = dwell(view, row, col);
  }
}

// The parts of a box of the last level but one: each warp takes one after the other.
template <typename Real>
__device__ void draw_parts(const View<Real>& view, const Box& box, Dwell* dwells) {
  const OneWarp warp;
  const dim3 parts = boxes_of(box.width, box.height, levels - 1);
  for (unsigned p = warp_index(); p < parts.x * parts.y; p += blockDim.x / 32) {
    const Box part = box_at(view, levels - 1, box.left, box.top, p % parts.x, p / parts.x);
    if (!fill_if_one_dwell(warp, view, part, dwells)) draw_pixels(warp, view, part, dwells);
  }
}

// Stores the first error of a launch by a kernel for check_launches.
__device__ inline void note_error(unsigned* scratch) {
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) atomicCAS(scratch, 0u, static_cast<unsigned>(error));
}

// Sets the scratch memory of a rung to 0. Throws CudaError.
template <typename Real>
void clear(const View<Real>& view, unsigned* scratch) {
  check(cudaMemsetAsync(scratch, 0, scratch_words(view.rows, view.cols) * sizeof(unsigned)));
}

}  // namespace adaptive
