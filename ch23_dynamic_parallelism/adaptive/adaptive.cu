// Work that is only discovered while it is done: a box is divided if its border requires it. What launches the parts?
// Here kernels launch them; lists.cu passes them to blocks that are already running.
#include "ch23_dynamic_parallelism/adaptive/adaptive.h"

#include "ch23_dynamic_parallelism/adaptive/box.cuh"
#include "common/check.h"

namespace adaptive {

// ---- Rung 1. One thread per pixel: most of the time is spent inside the set, where every pixel takes all steps.
constexpr dim3 pixels_per_block(16, 8);

template <typename Real>
__global__ void per_pixel_kernel(View<Real> view, Dwell* dwells) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < view.rows && col < view.cols) dwells[std::size_t{1} * row * view.cols + col] = dwell(view, row, col);
}

template <typename Real>
void per_pixel(const View<Real>& view, Dwell* dwells, unsigned* scratch) {
  clear(view, scratch);
  const dim3 blocks(blocks_for(view.cols, pixels_per_block.x), blocks_for(view.rows, pixels_per_block.y));
  per_pixel_kernel<<<blocks, pixels_per_block>>>(view, dwells);
  check(cudaGetLastError());
}

// ---- Rung 2. One block per box. If its border has more than one dwell, it launches a grid for the parts. Nothing
// follows them, so they need not wait for the end of their parent.
template <typename Real>
__global__ void nested_kernel(View<Real> view, Dwell* dwells, unsigned* scratch, int level, int left, int top) {
  const Box box = box_at(view, level, left, top, blockIdx.x, blockIdx.y);
  if (fill_if_one_dwell(WholeBlock(), view, box, dwells)) return;
  if (level == levels - 1) {
    draw_pixels(WholeBlock(), view, box, dwells);
  } else if (threadIdx.x == 0) {
    nested_kernel<<<boxes_of(box.width, box.height, level + 1), threads_of(level + 1), 0, cudaStreamFireAndForget>>>(
        view, dwells, scratch, level + 1, box.left, box.top);
    note_error(scratch);
  }
}

template <typename Real>
void nested(const View<Real>& view, Dwell* dwells, unsigned* scratch) {
  clear(view, scratch);
  nested_kernel<<<boxes_of(view.cols, view.rows, 0), threads_of(0)>>>(view, dwells, scratch, 0, 0, 0);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that the last division needs no launch: the warps of the block compute the parts.
// Most launches were of the smallest grids.
template <typename Real>
__global__ void nested_coarse_kernel(View<Real> view, Dwell* dwells, unsigned* scratch, int level, int left, int top) {
  const Box box = box_at(view, level, left, top, blockIdx.x, blockIdx.y);
  if (fill_if_one_dwell(WholeBlock(), view, box, dwells)) return;
  if (level == levels - 2) {
    draw_parts(view, box, dwells);
  } else if (threadIdx.x == 0) {
    nested_coarse_kernel<<<boxes_of(box.width, box.height, level + 1), block_size, 0, cudaStreamFireAndForget>>>(
        view, dwells, scratch, level + 1, box.left, box.top);
    note_error(scratch);
  }
}

template <typename Real>
void nested_coarse(const View<Real>& view, Dwell* dwells, unsigned* scratch) {
  clear(view, scratch);
  nested_coarse_kernel<<<boxes_of(view.cols, view.rows, 0), block_size>>>(view, dwells, scratch, 0, 0, 0);
  check(cudaGetLastError());
}

void allow_pending_launches(std::size_t count) {
  check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count));
}

void check_launches(const unsigned* scratch) {
  unsigned error = 0;
  check(cudaMemcpy(&error, scratch, sizeof(error), cudaMemcpyDeviceToHost));
  check(static_cast<cudaError_t>(error));
}

template void per_pixel(const View<float>&, Dwell*, unsigned*);
template void per_pixel(const View<double>&, Dwell*, unsigned*);
template void nested(const View<float>&, Dwell*, unsigned*);
template void nested(const View<double>&, Dwell*, unsigned*);
template void nested_coarse(const View<float>&, Dwell*, unsigned*);
template void nested_coarse(const View<double>&, Dwell*, unsigned*);

}  // namespace adaptive
