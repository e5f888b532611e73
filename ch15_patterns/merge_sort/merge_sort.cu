// Merge sort: how do threads find the next element? The last two rungs merge in shared memory.
//
// A single key is a sorted run. In each pass, two neighbouring runs become one. A pass reads and writes each key once;
// the rungs differ in how many threads merge two runs, and in how many words each of them reads.
#include "ch15_patterns/merge_sort/merge_sort.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "common/check.h"

namespace merge_sort {
namespace {

// ---- What the rungs share: keys with their values, the pair of runs that an output belongs to, the merge path, and
// the passes over the whole array.
constexpr int block_size = 256;

// Keys, and the value of each; values is null if keys are sorted alone.
template <typename K, typename V>
struct Columns {
  K* keys;
  V* values;
  __host__ __device__ Columns from(std::size_t i) const { return {keys + i, values ? values + i : values}; }
};
using Input = Columns<const Key, const Value>;
using Output = Columns<Key, Value>;

__device__ void move(Input in, std::size_t i, Output out, std::size_t o) {
  out.keys[o] = in.keys[i];
  if (out.values) out.values[o] = in.values[i];
}

// Two neighbouring runs of a pass: elements a to b - 1 and b to end - 1. The second may be shorter, or empty.
struct Pair {
  std::size_t a, b, end;
};
__host__ __device__ Pair pair_of(std::size_t output, std::size_t width, std::size_t n) {
  const std::size_t a = output / (2 * width) * (2 * width);
  return {a, a + width < n ? a + width : n, a + 2 * width < n ? a + 2 * width : n};
}

// The merge path: of the first `outputs` elements of the merge of two runs, how many come from the first run? One
// binary search finds it, on a diagonal of the grid that the two runs span. Equal keys are taken from the first run, so
// that the sort is stable. (Odeh, Green, Mwassi, Shmueli and Birk, 2012, "Merge Path"; Green, McColl and Bader, 2012,
// "GPU Merge Path".)
template <typename Index>
__device__ Index from_first(const Key* a, Index a_size, const Key* b, Index b_size, Index outputs) {
  Index low = outputs > b_size ? outputs - b_size : 0, high = outputs < a_size ? outputs : a_size;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (a[middle] <= b[outputs - 1 - middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Calls take(i) for each of the next `count` elements of the merge, in order; i is its index in keys. a and b are the
// next elements of both runs.
template <typename Index, typename Take>
__device__ void merge(const Key* keys, Index a, Index a_end, Index b, Index b_end, int count, Take take) {
  for (int k = 0; k < count; ++k) {
    const bool first = b >= b_end || (a < a_end && keys[a] <= keys[b]);
    take(first ? a++ : b++);
  }
}

int passes_from(std::size_t width, std::size_t n) {
  int passes = 0;
  for (; width < n; width *= 2) ++passes;
  return passes;
}

Output in_scratch(Output sorted, void* scratch, std::size_t n) {
  Key* const keys = static_cast<Key*>(scratch);
  return {keys, sorted.values ? reinterpret_cast<Value*>(keys + n) : nullptr};
}

// Passes of width, 2 width, 4 width, ... until the array is one run. The first one reads `in`; the others alternate
// between sorted and scratch, and the last one writes sorted. launch(in, out, width) enqueues a pass.
template <typename Launch>
void merge_passes(Input in, Output sorted, void* scratch, std::size_t n, std::size_t width, Launch launch) {
  const Output other = in_scratch(sorted, scratch, n);
  for (int left = passes_from(width, n); left > 0; --left, width *= 2) {
    const Output out = left % 2 == 1 ? sorted : other;
    launch(in, out, width);
    check(cudaGetLastError());
    in = {out.keys, out.values};
  }
}

// The output of the step before the passes: the first pass writes to the other buffer.
Output before_passes(Output sorted, void* scratch, std::size_t n, std::size_t width) {
  return passes_from(width, n) % 2 == 1 ? in_scratch(sorted, scratch, n) : sorted;
}

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

constexpr int each = 8;                  // outputs per thread
constexpr int tile = block_size * each;  // and per block: 8 KB of keys, and as much of values

struct Tile {
  Key keys[tile];
  Value values[tile];
};

// The outputs that a thread has merged.
struct Mine {
  Key keys[each];
  Value values[each];
};

__device__ void store(Tile& shared, const Mine& mine) {
  for (int e = 0; e < each; ++e) shared.keys[threadIdx.x * each + e] = mine.keys[e];
  for (int e = 0; e < each; ++e) shared.values[threadIdx.x * each + e] = mine.values[e];
}

// Neighbouring threads write neighbouring elements.
__device__ void write(const Tile& shared, Output out, int count) {
  for (int i = threadIdx.x; i < count; i += block_size) out.keys[i] = shared.keys[i];
  for (int i = threadIdx.x; out.values && i < count; i += block_size) out.values[i] = shared.values[i];
}

// Merges two runs in shared memory, a to b - 1 and b to end - 1: this thread takes its outputs, beginning with number
// `before`, counted from the first output of the two runs.
__device__ Mine merge_shared(const Tile& shared, int a, int b, int end, int before) {
  Mine mine = {};
  const int of_a = from_first(shared.keys + a, b - a, shared.keys + b, end - b, before);
  int k = 0;
  merge(shared.keys, a + of_a, b, b + before - of_a, end, min(each, end - a - before), [&](int i) {
    mine.keys[k] = shared.keys[i];
    mine.values[k++] = shared.values[i];
  });
  return mine;
}

// Sorts 8 keys in registers: neighbours are exchanged until all are in order. Stable: equal keys are not exchanged.
__device__ void sort_own(Mine& mine) {
#pragma unroll
  for (int round = 0; round < each; ++round) {
#pragma unroll
    for (int e = round % 2; e + 1 < each; e += 2) {
      const bool change = mine.keys[e] > mine.keys[e + 1];
      const Key key = mine.keys[e];
      const Value value = mine.values[e];
      mine.keys[e] = change ? mine.keys[e + 1] : key;
      mine.values[e] = change ? mine.values[e + 1] : value;
      mine.keys[e + 1] = change ? key : mine.keys[e + 1];
      mine.values[e + 1] = change ? value : mine.values[e + 1];
    }
  }
}

// ---- Rung 4. Same as rung 3, except that a block sorts 2048 keys in shared memory first, which saves eleven passes
// through global memory. The tile is filled up with the largest key, which a stable sort leaves after all others.
__global__ void sort_tiles_kernel(Input in, Output out, std::size_t n) {
  __shared__ Tile shared;
  const std::size_t first = std::size_t{blockIdx.x} * tile;
  const int count = static_cast<int>(min(std::size_t(tile), n - first)), t = threadIdx.x;
  for (int i = t; i < tile; i += block_size) {
    shared.keys[i] = i < count ? in.keys[first + i] : 0xFFFFFFFFu;
    shared.values[i] = in.values && i < count ? in.values[first + i] : 0;
  }
  __syncthreads();

  Mine mine;
  for (int e = 0; e < each; ++e) mine.keys[e] = shared.keys[t * each + e], mine.values[e] = shared.values[t * each + e];
  sort_own(mine);
  for (int width = each; width < tile; width *= 2) {
    store(shared, mine);  // no other thread reads these places
    __syncthreads();
    const int a = t * each / (2 * width) * (2 * width);
    mine = merge_shared(shared, a, a + width, a + 2 * width, t * each - a);
    __syncthreads();  // all have read: the places may be overwritten
  }
  store(shared, mine);
  __syncthreads();
  write(shared, out.from(first), count);
}

// Leaves runs of 2048 keys in the buffer that merge_passes reads first.
Input sort_tiles(Input in, Output sorted, std::size_t n, void* scratch) {
  const Output out = before_passes(sorted, scratch, n, tile);
  sort_tiles_kernel<<<blocks_for(n, tile), block_size>>>(in, out, n);
  check(cudaGetLastError());
  return {out.keys, out.values};
}

void tiles_first(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                 void* scratch) {
  if (n == 0) return;
  const Input tiles = sort_tiles({keys, values}, {sorted, sorted_values}, n, scratch);
  merge_passes(tiles, {sorted, sorted_values}, scratch, n, tile,
               [n](Input in, Output out, std::size_t width) { launch_merge_path(in, out, n, width); });
}

// ---- Rung 5. Same as rung 4, except that the other passes use shared memory too. A block produces 2048 outputs: two
// searches find its part of both runs, which it copies coalesced; its threads merge it as in rung 3.
__global__ void through_shared_kernel(Input in, Output out, std::size_t n, std::size_t width) {
  __shared__ Tile shared;
  __shared__ std::size_t of_a[2];  // outputs of the first run before this block's first output, and behind its last
  const std::size_t first = std::size_t{blockIdx.x} * tile;
  const int count = static_cast<int>(min(std::size_t(tile), n - first)), t = threadIdx.x;
  const Pair pair = pair_of(first, width, n);
  if (t < 2)
    of_a[t] =
        from_first(in.keys + pair.a, pair.b - pair.a, in.keys + pair.b, pair.end - pair.b, first - pair.a + t * count);
  __syncthreads();

  const int a_size = static_cast<int>(of_a[1] - of_a[0]);
  const std::size_t a = pair.a + of_a[0], b = pair.b + (first - pair.a - of_a[0]);
  for (int i = t; i < count; i += block_size) {
    const std::size_t from = i < a_size ? a + i : b + (i - a_size);
    shared.keys[i] = in.keys[from];
    shared.values[i] = in.values ? in.values[from] : 0;
  }
  __syncthreads();

  const Mine mine = merge_shared(shared, 0, a_size, count, min(t * each, count));
  __syncthreads();
  store(shared, mine);
  __syncthreads();
  write(shared, out.from(first), count);
}

void through_shared(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch) {
  if (n == 0) return;
  const Input tiles = sort_tiles({keys, values}, {sorted, sorted_values}, n, scratch);
  merge_passes(tiles, {sorted, sorted_values}, scratch, n, tile, [n](Input in, Output out, std::size_t width) {
    through_shared_kernel<<<blocks_for(n, tile), block_size>>>(in, out, n, width);
  });
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"thread_per_pair", thread_per_pair}, {"rank_search", rank_search},       {"merge_path", merge_path},
      {"tiles_first", tiles_first},         {"through_shared", through_shared},
  };
  return rungs;
}

}  // namespace merge_sort
