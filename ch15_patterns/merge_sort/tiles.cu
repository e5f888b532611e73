// Merge sort, rungs 4 and 5: a block merges in shared memory.
#include "ch15_patterns/merge_sort/merge.cuh"
#include "common/check.h"

namespace merge_sort {

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

}  // namespace merge_sort
