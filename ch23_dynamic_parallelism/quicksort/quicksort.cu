// A block partitions its keys by a pivot, which leaves two sorts to start. The rungs differ in how they start. None of
// them waits: each segment is sorted in place, and no step combines results.
#include "ch23_dynamic_parallelism/quicksort/quicksort.h"

#include "ch23_dynamic_parallelism/quicksort/segment.cuh"
#include "common/check.h"

namespace quicksort {

// Was the last launch accepted? If not, the block must sort the part itself.
__device__ bool accepted(unsigned* refused) {
  if (cudaGetLastError() == cudaSuccess) return true;
  atomicAdd(refused, 1);
  return false;
}

// Sorts each part that was not launched.
__device__ void sort_refused(const Arrays& arrays, const Parts& parts, const bool* launched) {
  __syncthreads();
  if (!launched[0]) sort_by_block(arrays, parts.below);
  if (!launched[1]) sort_by_block(arrays, parts.above);
}

// The arrays of a sort, once the error word is cleared. The first launch is the host's.
Arrays begin(const Key* keys, Key* sorted, void* scratch) {
  const Arrays arrays{keys, sorted, static_cast<Key*>(scratch) + 1, static_cast<unsigned*>(scratch)};
  check(cudaMemsetAsync(arrays.refused, 0, sizeof(unsigned)));
  return arrays;
}
Segment all_of(std::size_t n, int depth) {
  return {0, static_cast<unsigned>(n), In::keys, depth};
}

// ---- Before the rungs: the quicksort of many introductions. One thread partitions the keys alone, and each part is a
// grid of one thread. After a number of levels, one thread sorts the rest by selection.
constexpr int most_levels = 16, few_keys = 32;

__device__ void sort_by_selection(Key* x, int left, int right) {
  for (int i = left; i < right; ++i) {
    int least = i;
    for (int j = i + 1; j <= right; ++j)
      if (x[j] < x[least]) least = j;
    const Key key = x[least];
    x[least] = x[i];
    x[i] = key;
  }
}

__global__ void one_thread_kernel(Key* x, int left, int right, int level, unsigned* refused) {
  if (level == most_levels || right - left < few_keys) {
    sort_by_selection(x, left, right);
    return;
  }
  const Key pivot = x[left + (right - left) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (x[i] < pivot) ++i;
    while (x[j] > pivot) --j;
    if (i > j) break;
    const Key key = x[i];
    x[i++] = x[j];
    x[j--] = key;
  }
  const int from[] = {left, i}, to[] = {j, right};
  for (int part = 0; part < 2; ++part) {
    if (from[part] >= to[part]) continue;
    one_thread_kernel<<<1, 1, 0, cudaStreamFireAndForget>>>(x, from[part], to[part], level + 1, refused);
    if (!accepted(refused)) sort_by_selection(x, from[part], to[part]);
  }
}

void one_thread(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch) {
  const Arrays arrays = begin(keys, sorted, scratch);
  if (n == 0) return;
  check(cudaMemcpyAsync(sorted, keys, n * sizeof(Key), cudaMemcpyDeviceToDevice));
  one_thread_kernel<<<1, 1>>>(sorted, 0, static_cast<int>(n) - 1, 0, arrays.refused);
  check(cudaGetLastError());
}

namespace {

// ---- Rung 1. One block per segment; both parts are tail launches. Those of one grid are serialised, including
// everything that the first one launches: the whole sort is a single sequence of small grids.
__global__ void tail_launches_kernel(Arrays arrays, Segment segment) {
  if (segment.size <= leaf || segment.depth_left == 0) {
    sort_by_block(arrays, segment);
    return;
  }
  const Parts parts = part(arrays, segment);
  __shared__ bool launched[2];
  if (threadIdx.x < 2) {
    const Segment mine = threadIdx.x == 0 ? parts.below : parts.above;
    if (mine.size > 0) tail_launches_kernel<<<1, block_size, 0, cudaStreamTailLaunch>>>(arrays, mine);
    launched[threadIdx.x] = accepted(arrays.refused);
  }
  sort_refused(arrays, parts, launched);
}

void tail_launches(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch) {
  const Arrays arrays = begin(keys, sorted, scratch);
  if (n > 0) tail_launches_kernel<<<1, block_size>>>(arrays, all_of(n, depth_for(n)));
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that the parts start at once and run in parallel.
__global__ void fire_and_forget_kernel(Arrays arrays, Segment segment) {
  if (segment.size <= leaf || segment.depth_left == 0) {
    sort_by_block(arrays, segment);
    return;
  }
  const Parts parts = part(arrays, segment);
  __shared__ bool launched[2];
  if (threadIdx.x < 2) {
    const Segment mine = threadIdx.x == 0 ? parts.below : parts.above;
    if (mine.size > 0) fire_and_forget_kernel<<<1, block_size, 0, cudaStreamFireAndForget>>>(arrays, mine);
    launched[threadIdx.x] = accepted(arrays.refused);
  }
  sort_refused(arrays, parts, launched);
}

void fire_and_forget(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch) {
  sort_to_depth(keys, sorted, n, scratch, depth_for(n));
}

// ---- Rung 3. Same as rung 2, except that only the smaller part is launched: the block continues with the larger one.
__global__ void half_the_launches_kernel(Arrays arrays, Segment segment) {
  __shared__ bool launched;
  while (segment.size > leaf && segment.depth_left > 0) {
    const Parts parts = part(arrays, segment);
    const bool below_is_smaller = parts.below.size < parts.above.size;
    const Segment smaller = below_is_smaller ? parts.below : parts.above;
    if (threadIdx.x == 0) {
      if (smaller.size > 0) half_the_launches_kernel<<<1, block_size, 0, cudaStreamFireAndForget>>>(arrays, smaller);
      launched = accepted(arrays.refused);
    }
    __syncthreads();
    if (!launched) sort_by_block(arrays, smaller);
    __syncthreads();  // launched may be written again
    segment = below_is_smaller ? parts.above : parts.below;
  }
  if (segment.size > 0) sort_by_block(arrays, segment);
}

void half_the_launches(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch) {
  const Arrays arrays = begin(keys, sorted, scratch);
  if (n > 0) half_the_launches_kernel<<<1, block_size>>>(arrays, all_of(n, depth_for(n)));
  check(cudaGetLastError());
}

}  // namespace

void sort_to_depth(const Key* keys, Key* sorted, std::size_t n, void* scratch, int depth) {
  const Arrays arrays = begin(keys, sorted, scratch);
  if (n > 0) fire_and_forget_kernel<<<1, block_size>>>(arrays, all_of(n, depth));
  check(cudaGetLastError());
}

unsigned refused_launches(const void* scratch) {
  unsigned refused = 0;
  check(cudaMemcpy(&refused, scratch, sizeof(refused), cudaMemcpyDeviceToHost));
  return refused;
}

std::span<const sorts::Rung> ladder() {
  static constexpr sorts::Rung rungs[] = {
      {"tail_launches", tail_launches},
      {"fire_and_forget", fire_and_forget},
      {"half_the_launches", half_the_launches},
  };
  return rungs;
}

std::span<const sorts::Rung> for_few_keys() {
  static constexpr sorts::Rung rungs[] = {
      {"one_thread", one_thread},
      {"fire_and_forget", fire_and_forget},
  };
  return rungs;
}

}  // namespace quicksort
