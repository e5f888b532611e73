// Work that is only discovered while it is done: a box is divided if its border requires it. What starts the work on
// the parts? Either kernels launch them, or boxes that have to be computed are added to a list and computed by one grid
// per level, or by persistent blocks until no box is left.
#include "ch23_dynamic_parallelism/adaptive/adaptive.h"

#include <cuda/atomic>

#include "ch23_dynamic_parallelism/adaptive/box.cuh"
#include "common/check.h"

namespace adaptive {
namespace {

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

// The scratch memory of these rungs. Word 0 is the error of note_error.
struct List {
  unsigned* scratch;
  __device__ unsigned* length() const { return scratch + 1; }
  __device__ unsigned* taken() const { return scratch + 2; }
  __device__ unsigned* more_than_first() const { return scratch + 3; }
  __device__ unsigned* entries() const { return scratch + counters; }
};

// A box of the second level is listed as its number in the whole image plus 1, so that 0 means none.
template <typename Real>
__device__ Box listed_box(const View<Real>& view, unsigned entry) {
  const unsigned across = boxes_of(view.cols, view.rows, 1).x;
  return box_at(view, 1, 0, 0, (entry - 1) % across, (entry - 1) / across);
}

// All threads of a block add the parts of a box of the first level to the list.
template <typename Real>
__device__ void append_parts(const View<Real>& view, const Box& box, const List& list) {
  using Shared = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  const dim3 parts = boxes_of(box.width, box.height, 1);
  const unsigned across = boxes_of(view.cols, view.rows, 1).x;
  const unsigned first = box.top / side_of(1) * across + box.left / side_of(1), count = parts.x * parts.y;
  __shared__ unsigned start;
  if (threadIdx.x == 0) {
    Shared(*list.more_than_first()).fetch_add(count, cuda::memory_order_relaxed);
    start = Shared(*list.length()).fetch_add(count, cuda::memory_order_relaxed);
  }
  __syncthreads();
  // A block that takes an entry reads no other data that another block has written, so no order is needed.
  for (unsigned p = threadIdx.x; p < count; p += block_size)
    Shared(list.entries()[start + p]).store(1 + first + p / parts.x * across + p % parts.x, cuda::memory_order_relaxed);
}

// ---- Rung 4. Same as rung 3, except that all boxes of the second level are one grid. Only the device knows their
// number, when the first grid has ended: a tail launch.
template <typename Real>
__global__ void listed_boxes_kernel(View<Real> view, Dwell* dwells, List list) {
  const Box box = listed_box(view, list.entries()[blockIdx.x]);
  if (!fill_if_one_dwell(WholeBlock(), view, box, dwells)) draw_parts(view, box, dwells);
}

template <typename Real>
__global__ void next_level_kernel(View<Real> view, Dwell* dwells, List list) {
  if (*list.length() > 0)
    listed_boxes_kernel<<<*list.length(), block_size, 0, cudaStreamFireAndForget>>>(view, dwells, list);
  note_error(list.scratch);
}

template <typename Real>
__global__ void level_lists_kernel(View<Real> view, Dwell* dwells, List list) {
  const Box box = box_at(view, 0, 0, 0, blockIdx.x, blockIdx.y);
  if (!fill_if_one_dwell(WholeBlock(), view, box, dwells)) append_parts(view, box, list);
  if (blockIdx.x > 0 || blockIdx.y > 0 || threadIdx.x > 0) return;
  next_level_kernel<<<1, 1, 0, cudaStreamTailLaunch>>>(view, dwells, list);
  note_error(list.scratch);
}

template <typename Real>
void level_lists(const View<Real>& view, Dwell* dwells, unsigned* scratch) {
  clear(view, scratch);
  level_lists_kernel<<<boxes_of(view.cols, view.rows, 0), block_size>>>(view, dwells, List{scratch});
  check(cudaGetLastError());
}

// ---- Rung 5. No launch by a kernel: a block takes the next box, and the next free block takes those that it adds.
// Tickets are first for the boxes of the first level, then for the entries of the list. A ticket may be ahead of the
// list. Its block waits until the entry is there, or until no box is left that could add one.
constexpr unsigned none = 0, of_first_level = 1u << 31;

template <typename Real>
__device__ unsigned take(const View<Real>& view, const List& list, unsigned first_boxes) {
  using Shared = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  const unsigned ticket = Shared(*list.taken()).fetch_add(1, cuda::memory_order_relaxed);
  if (ticket < first_boxes) return of_first_level + ticket;
  const dim3 most = boxes_of(view.cols, view.rows, 1);
  if (ticket - first_boxes >= most.x * most.y) return none;  // beyond the longest possible list
  const Shared entry(list.entries()[ticket - first_boxes]), more(*list.more_than_first());
  unsigned box;
  while ((box = entry.load(cuda::memory_order_relaxed)) == none) {
    // Boxes that were added minus those that are done: at -first_boxes all are.
    if (more.load(cuda::memory_order_relaxed) == 0u - first_boxes) return none;
    __nanosleep(200);
  }
  return box;
}

template <typename Real>
__global__ void queue_kernel(View<Real> view, Dwell* dwells, List list) {
  const dim3 first = boxes_of(view.cols, view.rows, 0);
  __shared__ unsigned taken;
  while (true) {
    if (threadIdx.x == 0) taken = take(view, list, first.x * first.y);
    __syncthreads();
    const unsigned entry = taken, ticket = entry - of_first_level;
    if (entry == none) return;
    if (entry >= of_first_level) {
      const Box box = box_at(view, 0, 0, 0, ticket % first.x, ticket / first.x);
      if (!fill_if_one_dwell(WholeBlock(), view, box, dwells)) append_parts(view, box, list);
    } else {
      const Box box = listed_box(view, entry);
      if (!fill_if_one_dwell(WholeBlock(), view, box, dwells)) draw_parts(view, box, dwells);
    }
    __syncthreads();  // all threads have read the value
    if (threadIdx.x == 0) atomicSub(list.more_than_first(), 1u);
  }
}

template <typename Real>
void queue(const View<Real>& view, Dwell* dwells, unsigned* scratch) {
  clear(view, scratch);
  int blocks_per_multiprocessor = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_multiprocessor, queue_kernel<Real>, block_size, 0));
  queue_kernel<<<blocks_per_multiprocessor * multiprocessors(), block_size>>>(view, dwells, List{scratch});
  check(cudaGetLastError());
}

}  // namespace

void allow_pending_launches(std::size_t count) {
  check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count));
}

void check_launches(const unsigned* scratch) {
  unsigned error = 0;
  check(cudaMemcpy(&error, scratch, sizeof(error), cudaMemcpyDeviceToHost));
  check(static_cast<cudaError_t>(error));
}

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"per_pixel", per_pixel<Real>},     {"nested", nested<Real>}, {"nested_coarse", nested_coarse<Real>},
      {"level_lists", level_lists<Real>}, {"queue", queue<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace adaptive
