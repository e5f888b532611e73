// Merge sort: how do threads find the next element? tiles.cu has the rungs that merge in shared memory.
//
// A single key is a sorted run. In each pass, two neighbouring runs become one. A pass reads and writes each key once;
// the rungs differ in how many threads merge two runs, and in how many words each of them reads.
#include "ch15_patterns/merge_sort/merge_sort.h"

#include <algorithm>
#include <stdexcept>

#include "ch15_patterns/merge_sort/merge.cuh"
#include "common/check.h"

namespace merge_sort {

// An array of one key is sorted, but no pass copies it.
bool trivial(Input in, Output sorted, std::size_t n) {
  if (n == 1) check(cudaMemcpyAsync(sorted.keys, in.keys, sizeof(Key), cudaMemcpyDeviceToDevice));
  if (n == 1 && in.values) check(cudaMemcpyAsync(sorted.values, in.values, sizeof(Value), cudaMemcpyDeviceToDevice));
  return n <= 1;
}

// ---- Rung 1. One thread merges a pair of runs, as on a CPU. Each pass has half as many threads as the one before; in
// the last pass a single thread merges all keys.
__global__ void thread_per_pair_kernel(Input in, Output out, std::size_t n, std::size_t width) {
  const std::size_t first = (std::size_t{blockIdx.x} * block_size + threadIdx.x) * 2 * width;
  if (first >= n) return;
  const Pair pair = pair_of(first, width, n);
  std::size_t o = pair.a;
  merge(in.keys, pair.a, pair.b, pair.b, pair.end, static_cast<int>(pair.end - pair.a),
        [&](std::size_t i) { move(in, i, out, o++); });
}

void thread_per_pair(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                     void* scratch) {
  if (n > most_serial) throw std::length_error("thread_per_pair: one thread would merge all keys");
  if (trivial({keys, values}, {sorted, sorted_values}, n)) return;
  merge_passes({keys, values}, {sorted, sorted_values}, scratch, n, 1, [n](Input in, Output out, std::size_t width) {
    thread_per_pair_kernel<<<blocks_for((n - 1) / (2 * width) + 1, block_size), block_size>>>(in, out, n, width);
  });
}

// ---- Rung 2. One thread per key finds the place of that key: its place in its own run plus the number of smaller keys
// in the other run, which a binary search finds. All threads are busy in all passes, but a search reads log2(width)
// words that are far apart. (Satish, Harris and Garland, 2009, "Designing Efficient Sorting Algorithms for Manycore
// GPUs".)
__global__ void rank_search_kernel(Input in, Output out, std::size_t n, std::size_t width) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const Pair pair = pair_of(i, width, n);
  const bool first = i < pair.b;
  const Key key = in.keys[i];
  std::size_t low = first ? pair.b : pair.a, high = first ? pair.end : pair.b;
  const std::size_t begin = low;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const Key other = in.keys[middle];
    if (first ? other < key : other <= key) {  // equal keys: those of the first run come first
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const std::size_t in_own_run = i - (first ? pair.a : pair.b);
  move(in, i, out, pair.a + in_own_run + (low - begin));
}

void rank_search(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                 void* scratch) {
  if (trivial({keys, values}, {sorted, sorted_values}, n)) return;
  merge_passes({keys, values}, {sorted, sorted_values}, scratch, n, 1, [n](Input in, Output out, std::size_t width) {
    rank_search_kernel<<<blocks_for(n, block_size), block_size>>>(in, out, n, width);
  });
}

// ---- Rung 3. One thread per 16 outputs: one search finds where its outputs begin in both runs, then it merges as in
// rung 1. One search instead of 16; but neighbouring threads read and write places that are 16 keys apart.
constexpr int outputs_each = 16;

__global__ void merge_path_kernel(Input in, Output out, std::size_t n, std::size_t width, int each) {
  const std::size_t first = (std::size_t{blockIdx.x} * block_size + threadIdx.x) * each;
  if (first >= n) return;
  const Pair pair = pair_of(first, width, n);
  const std::size_t before = first - pair.a;
  const std::size_t of_a = from_first(in.keys + pair.a, pair.b - pair.a, in.keys + pair.b, pair.end - pair.b, before);
  const int count = static_cast<int>(min(std::size_t(each), pair.end - first));
  std::size_t o = first;
  merge(in.keys, pair.a + of_a, pair.b, pair.b + before - of_a, pair.end, count,
        [&](std::size_t i) { move(in, i, out, o++); });
}

void launch_merge_path(Input in, Output out, std::size_t n, std::size_t width) {
  const int each = static_cast<int>(std::min<std::size_t>(outputs_each, 2 * width));  // within one pair
  merge_path_kernel<<<blocks_for((n - 1) / each + 1, block_size), block_size>>>(in, out, n, width, each);
}

void merge_path(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch) {
  if (trivial({keys, values}, {sorted, sorted_values}, n)) return;
  merge_passes({keys, values}, {sorted, sorted_values}, scratch, n, 1,
               [n](Input in, Output out, std::size_t width) { launch_merge_path(in, out, n, width); });
}

}  // namespace merge_sort
