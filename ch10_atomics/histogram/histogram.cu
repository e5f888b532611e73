// Histogram of bytes. Every rung adds 1 to a counter for every byte; the rungs differ in how many threads share a
// counter, and in which memory it is.
#include "ch10_atomics/histogram/histogram.h"

#include <algorithm>

#include "common/check.h"
#include "common/warp.cuh"

namespace histogram {
namespace {

constexpr int block_size = 256;
constexpr int warps = block_size / warp_size;

// Zeros first, in a separate copy or launch: blocks start in any order, so no block may clear counters that others use.
void clear(Count* count) {
  check(cudaMemsetAsync(count, 0, bins * sizeof(Count)));
}

// Calls add(byte) for each byte of words[first], words[first + stride], ..., and for those after the last whole word.
template <typename Add>
__device__ void for_each_byte(const Byte* x, std::size_t n, std::size_t first, std::size_t stride, Add add) {
  const auto* words = reinterpret_cast<const std::uint32_t*>(x);
  for (std::size_t i = first; i < n / 4; i += stride)
    for (std::uint32_t word = words[i], byte = 0; byte < 4; ++byte) add(word >> (8 * byte) & 0xff);
  if (first < n % 4) add(x[n - 1 - first]);
}

__device__ std::size_t thread_number() {
  return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__device__ std::size_t grid_size() {
  return std::size_t{gridDim.x} * blockDim.x;
}

// As many blocks as the GPU holds at once, or fewer for few bytes.
int resident_blocks(std::size_t n, int threads) {
  return std::min(blocks_for(n / 4, threads), multiprocessors() * (threads_per_multiprocessor() / threads));
}

// ---- Rung 1. One byte per thread. 256 counters for all threads of the GPU: additions to one address are serialised.
__global__ void count_byte_a_thread_kernel(const Byte* x, std::size_t n, Count* count) {
  const std::size_t i = thread_number();
  if (i < n) atomicAdd(&count[x[i]], Count{1});
}

void count_byte_a_thread(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_byte_a_thread_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, count);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that a thread reads four bytes at once: a quarter of the loads, and as many additions.
__global__ void count_word_a_thread_kernel(const Byte* x, std::size_t n, Count* count) {
  for_each_byte(x, n, thread_number(), grid_size(), [&](int value) { atomicAdd(&count[value], Count{1}); });
}

void count_word_a_thread(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_word_a_thread_kernel<<<blocks_for(n / 4, block_size), block_size>>>(x, n, count);
  check(cudaGetLastError());
}

// ---- Rungs 3 and 4. A block counts in shared memory and adds its 256 sums to the global ones once: only the threads
// of a block contend, and in shared memory. With one thread per word, each block counts 1024 bytes and then needs 256
// global additions for them; with only as many blocks as fit on the GPU at once these no longer matter.
__global__ void count_shared_kernel(const Byte* x, std::size_t n, Count* count) {
  __shared__ unsigned of_block[bins];  // 32 bits: no block sees 2^32 bytes of one value
  static_assert(bins == block_size);
  of_block[threadIdx.x] = 0;
  __syncthreads();

  for_each_byte(x, n, thread_number(), grid_size(), [&](int value) { atomicAdd(&of_block[value], 1u); });
  __syncthreads();

  if (const unsigned mine = of_block[threadIdx.x]; mine > 0) atomicAdd(&count[threadIdx.x], Count{mine});
}

void count_shared(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_shared_kernel<<<blocks_for(n / 4, block_size), block_size>>>(x, n, count);
  check(cudaGetLastError());
}

void count_several(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_shared_kernel<<<resident_blocks(n, block_size), block_size>>>(x, n, count);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as `several`, except that each thread has 256 private bins: no atomics while it counts, and no
// contention. An array that is indexed by data is in local memory, which is device memory behind the caches: 1 KB per
// thread, read and written for every byte, and added up at the end.
__global__ void count_by_thread_kernel(const Byte* x, std::size_t n, Count* count) {
  __shared__ unsigned of_block[bins];
  of_block[threadIdx.x] = 0;
  unsigned own[bins] = {};
  __syncthreads();

  for_each_byte(x, n, thread_number(), grid_size(), [&](int value) { ++own[value]; });
  for (int bin = 0; bin < bins; ++bin)
    if (own[bin] > 0) atomicAdd(&of_block[bin], own[bin]);
  __syncthreads();

  if (const unsigned mine = of_block[threadIdx.x]; mine > 0) atomicAdd(&count[threadIdx.x], Count{mine});
}

void count_by_thread(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_by_thread_kernel<<<resident_blocks(n, block_size), block_size>>>(x, n, count);
  check(cudaGetLastError());
}

// ---- Rung 6. Same as `several`, except that each lane of a warp walks over a separate part of the array. In sorted
// bytes neighbours are equal and would all add to one counter; bytes of different parts differ. The cost is a sector
// per lane, whose rest the next seven warps read.
__global__ void count_apart_kernel(const Byte* x, std::size_t n, Count* count) {
  __shared__ unsigned of_block[bins];
  of_block[threadIdx.x] = 0;
  __syncthreads();

  const auto* words = reinterpret_cast<const std::uint32_t*>(x);
  const std::size_t all = n / 4, part = (all + warp_size - 1) / warp_size, first = thread_number();
  const std::size_t begin = min(first % warp_size * part, all), end = min(begin + part, all);
  for (std::size_t i = begin + first / warp_size; i < end; i += grid_size() / warp_size)
    for (std::uint32_t word = words[i], byte = 0; byte < 4; ++byte) atomicAdd(&of_block[word >> (8 * byte) & 0xff], 1u);
  if (first < n % 4) atomicAdd(&of_block[x[n - 1 - first]], 1u);
  __syncthreads();

  if (const unsigned mine = of_block[threadIdx.x]; mine > 0) atomicAdd(&count[threadIdx.x], Count{mine});
}

void count_apart(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_apart_kernel<<<resident_blocks(n, block_size), block_size>>>(x, n, count);
  check(cudaGetLastError());
}

// ---- Rung 7. Bins per warp: an eighth of the threads contend. Equal bytes still conflict, 32 at a time.
__global__ void count_by_warp_kernel(const Byte* x, std::size_t n, Count* count) {
  __shared__ unsigned of_warp[warps][bins];
  for (int w = 0; w < warps; ++w) of_warp[w][threadIdx.x] = 0;
  __syncthreads();

  unsigned* const mine = of_warp[threadIdx.x / warp_size];
  for_each_byte(x, n, thread_number(), grid_size(), [&](int value) { atomicAdd(&mine[value], 1u); });
  __syncthreads();

  Count sum = 0;
  for (int w = 0; w < warps; ++w) sum += of_warp[w][threadIdx.x];
  if (sum > 0) atomicAdd(&count[threadIdx.x], sum);
}

void count_by_warp(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_by_warp_kernel<<<resident_blocks(n, block_size), block_size>>>(x, n, count);
  check(cudaGetLastError());
}

// ---- Rung 8. Bins per lane: of_lane[value][lane] is in bank `lane`, so the lanes of a warp never conflict, for any
// data. All warps of the block share the table; conflicts between warps are rare. 16 bytes per read, eight reads in
// flight. With 32 registers per thread, two such blocks fit on a multiprocessor.
constexpr int wide_block = 1024;
constexpr int in_flight = 8;

__global__ void __maxnreg__(32) count_by_lane_kernel(const Byte* x, std::size_t n, Count* count) {
  __shared__ unsigned of_lane[bins][warp_size];
  const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
  for (int bin = warp; bin < bins; bin += wide_block / warp_size) of_lane[bin][lane] = 0;
  __syncthreads();

  const auto add_word = [&](std::uint32_t word) {
    for (int byte = 0; byte < 4; ++byte) atomicAdd(&of_lane[word >> (8 * byte) & 0xff][lane], 1u);
  };
  const auto add_vector = [&](uint4 v) { add_word(v.x), add_word(v.y), add_word(v.z), add_word(v.w); };
  const auto* vectors = reinterpret_cast<const uint4*>(x);
  const std::size_t first = thread_number(), stride = grid_size(), all = n / 16;
  std::size_t i = first;
  for (; i + (in_flight - 1) * stride < all; i += in_flight * stride) {
    uint4 loaded[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) loaded[k] = __ldcs(vectors + i + k * stride);
#pragma unroll
    for (int k = 0; k < in_flight; ++k) add_vector(loaded[k]);
  }
  for (; i < all; i += stride) add_vector(__ldcs(vectors + i));
  if (first < n % 16) atomicAdd(&of_lane[x[n - 1 - first]][lane], 1u);
  __syncthreads();

  for (int bin = warp; bin < bins; bin += wide_block / warp_size) {  // a warp adds the 32 counters of a bin
    unsigned sum = of_lane[bin][lane];
    for (int half = warp_size / 2; half > 0; half /= 2) sum += __shfl_down_sync(all_lanes, sum, half);
    if (lane == 0 && sum > 0) atomicAdd(&count[bin], Count{sum});
  }
}

void count_by_lane(const Byte* x, std::size_t n, Count* count) {
  clear(count);
  count_by_lane_kernel<<<resident_blocks(n / 4, wide_block), wide_block>>>(x, n, count);
  check(cudaGetLastError());
}

// ---- Not a rung, but what lies between `several` and `by_lane`: a block has any number of tables of 256 counters.
// Lane l counts in table l % tables. The counters of a value are side by side, so with 32 tables each lane has a bank
// of its own.
__global__ void count_in_tables_kernel(const Byte* x, std::size_t n, int tables, Count* count) {
  extern __shared__ unsigned of_table[];  // [bins][tables]
  for (int i = threadIdx.x; i < bins * tables; i += block_size) of_table[i] = 0;
  __syncthreads();

  const int mine = threadIdx.x % tables;
  for_each_byte(x, n, thread_number(), grid_size(),
                [&](int value) { atomicAdd(&of_table[value * tables + mine], 1u); });
  __syncthreads();

  Count sum = 0;
  for (int t = 0; t < tables; ++t) sum += of_table[threadIdx.x * tables + t];
  if (sum > 0) atomicAdd(&count[threadIdx.x], sum);
}

}  // namespace

int table_bytes(int tables) {
  return bins * tables * static_cast<int>(sizeof(unsigned));
}

int blocks_with_tables(int tables) {
  int blocks = 0;
  check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_in_tables_kernel, block_size, table_bytes(tables)));
  return blocks;
}

void count_in_tables(const Byte* x, std::size_t n, int tables, Count* count) {
  clear(count);
  const int blocks = std::min(blocks_for(n / 4, block_size), multiprocessors() * blocks_with_tables(tables));
  count_in_tables_kernel<<<blocks, block_size, table_bytes(tables)>>>(x, n, tables, count);
  check(cudaGetLastError());
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"byte_a_thread", count_byte_a_thread},  // one global atomic per byte
      {"word_a_thread", count_word_a_thread},  // four bytes per read
      {"shared", count_shared},                // bins per block
      {"several", count_several},              // and many words per thread
      {"by_thread", count_by_thread},          // bins per thread, in local memory
      {"apart", count_apart},                  // lanes read far from each other
      {"by_warp", count_by_warp},              // bins per warp
      {"by_lane", count_by_lane},              // bins per lane: equal bytes are as fast
  };
  return rungs;
}

}  // namespace histogram
