// Radix sort: first 32 keys in a warp, then any number of keys.
//
// One pass sorts the keys by one digit and keeps the order of keys with equal digits. A key's place is after all keys
// with smaller digits, after the keys with its digit in earlier tiles, and after those before it in its own tile. A
// pass counts first (reduce), scans the counts, and then moves the keys (scatter): three kernels, because the counts of
// all earlier tiles must be complete before a tile can use them.
#include "ch15_patterns/radix_sort/radix_sort.h"

#include "ch15_patterns/scans/three_phase_scan.cuh"
#include "common/check.h"
#include "common/warp.cuh"

namespace radix_sort {

constexpr int block_size = 256, warps = block_size / 32;
constexpr int items = 16;  // keys per thread
constexpr int tile_size = block_size * items;

static_assert(block_size == digits, "thread d looks after digit d");

// ---- In one warp. A ballot shows every lane the current bit of all 32 keys; counting ones gives a key's new place.
__global__ void sort_in_warps_kernel(const Key* keys, Key* sorted, std::size_t n) {
  __shared__ Key of_warp[warps][32];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const int lane = lane_index(), warp = warp_index();
  const unsigned below = lanes_before();

  Key key = i < n ? keys[i] : ~Key{0};  // fills up the warp: it is last and stays last
  for (int bit = 0; bit < 32; ++bit) {
    const bool one = key >> bit & 1;
    const unsigned ones = __ballot_sync(all_lanes, one);
    const int place = one ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);

    of_warp[warp][place] = key;
    __syncwarp();
    key = of_warp[warp][lane];
    __syncwarp();  // all have read before the keys of the next bit are written
  }
  if (i < n) sorted[i] = key;
}

void sort_in_warps(const Key* keys, Key* sorted, std::size_t n) {
  sort_in_warps_kernel<<<blocks_for(n, block_size), block_size>>>(keys, sorted, n);
  check(cudaGetLastError());
}

// ---- Any number of keys. A warp has a range of its block's tile, and its lanes read 32 consecutive keys at a time, so
// the order of keys is the order of (tile, warp, item, lane).
__device__ std::size_t first_of_warp() {
  return std::size_t{blockIdx.x} * tile_size + threadIdx.x / 32 * 32 * items + threadIdx.x % 32;
}

__device__ unsigned digit_of(Key key, int shift) {
  return key >> shift & (digits - 1);
}

// The number of keys per digit and tile. All tiles of digit 0 come first, then all of digit 1: the exclusive scan of
// this table gives the place of the first key of each digit of each tile.
__global__ void count_kernel(const Key* keys, std::size_t* counts, std::size_t n, int shift) {
  __shared__ unsigned count[digits];
  count[threadIdx.x] = 0;
  __syncthreads();
  for (int item = 0; item < items; ++item) {
    const std::size_t i = first_of_warp() + 32 * item;
    if (i < n) atomicAdd(&count[digit_of(keys[i], shift)], 1u);
  }
  __syncthreads();
  counts[std::size_t{threadIdx.x} * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

// The lanes whose keys have this lane's digit: eight ballots, one for each bit. Lanes without a key only match each
// other.
__device__ unsigned lanes_with(unsigned digit, bool valid) {
  unsigned lanes = __ballot_sync(all_lanes, valid);
  if (!valid) lanes = ~lanes;
  for (int bit = 0; bit < digit_bits; ++bit) {
    const bool one = digit >> bit & 1;
    const unsigned ones = __ballot_sync(all_lanes, one);
    lanes &= one ? ones : ~ones;
  }
  return lanes;
}

__global__ void scatter_kernel(const Key* keys, const Value* values, const std::size_t* starts, Key* sorted,
                               Value* sorted_values, std::size_t n, int shift) {
  __shared__ unsigned count[warps][digits];     // of the items so far
  __shared__ std::size_t start[warps][digits];  // the place of the warp's first key of a digit
  const int lane = lane_index(), warp = warp_index();
  for (int w = 0; w < warps; ++w) count[w][threadIdx.x] = 0;
  __syncthreads();

  // Rank: the number of keys with the same digit before this one in its warp.
  Key key[items];
  unsigned rank[items];
  for (int item = 0; item < items; ++item) {
    const std::size_t i = first_of_warp() + 32 * item;
    key[item] = i < n ? keys[i] : 0;
    const unsigned digit = digit_of(key[item], shift), lanes = lanes_with(digit, i < n);
    const unsigned before = count[warp][digit];
    rank[item] = before + __popc(lanes & lanes_before());
    __syncwarp();  // all have read the count before the first lane of each digit changes it
    if (i < n && __ffs(lanes) - 1 == lane) count[warp][digit] = before + __popc(lanes);
    __syncwarp();
  }
  __syncthreads();

  std::size_t next = starts[std::size_t{threadIdx.x} * gridDim.x + blockIdx.x];
  for (int w = 0; w < warps; ++w) {
    start[w][threadIdx.x] = next;
    next += count[w][threadIdx.x];
  }
  __syncthreads();

  for (int item = 0; item < items; ++item) {
    const std::size_t i = first_of_warp() + 32 * item;
    if (i >= n) break;
    const std::size_t place = start[warp][digit_of(key[item], shift)] + rank[item];
    sorted[place] = key[item];
    if (values) sorted_values[place] = values[i];
  }
}

// ---- The scratch: the table of counts, its scan and that scan's scratch, then keys and values between passes.
std::size_t table_size(std::size_t n) {
  return std::size_t{digits} * blocks_for(n, tile_size);
}

std::size_t scratch_bytes(std::size_t n) {
  const std::size_t table = table_size(n);
  return (2 * table + scan::three_phase_scratch_size(table)) * sizeof(std::size_t) + n * (sizeof(Key) + sizeof(Value));
}

namespace {

void reduce_then_scatter(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                         void* scratch) {
  const int tiles = blocks_for(n, tile_size);
  const std::size_t table = table_size(n);
  auto* counts = static_cast<std::size_t*>(scratch);
  std::size_t *starts = counts + table, *scan_scratch = starts + table;
  auto* other = reinterpret_cast<Key*>(scan_scratch + scan::three_phase_scratch_size(table));
  Value* other_values = values ? other + n : nullptr;

  for (int pass = 0; pass < passes; ++pass) {  // input, other, sorted, other, sorted
    const bool to_other = pass % 2 == 0;
    const Key* from = pass == 0 ? keys : to_other ? sorted : other;
    const Value* from_values = pass == 0 ? values : to_other ? sorted_values : other_values;
    count_kernel<<<tiles, block_size>>>(from, counts, n, pass * digit_bits);
    check(cudaGetLastError());
    scan::three_phase(counts, starts, table, scan::Kind::exclusive, scan_scratch);
    scatter_kernel<<<tiles, block_size>>>(from, from_values, starts, to_other ? other : sorted,
                                          to_other ? other_values : sorted_values, n, pass * digit_bits);
    check(cudaGetLastError());
  }
}

// ---- Keys of other types: signed and floating-point numbers are converted to words with the same order, sorted as
// words, and converted back.
constexpr Key sign_bit = Key{1} << 31;

// In two's complement, negative numbers have the highest bit set and compare above the others: with that bit flipped
// they compare below.
struct Signed {
  __device__ static Key to_key(Key bits) { return bits ^ sign_bit; }
  __device__ static Key from_key(Key key) { return key ^ sign_bit; }
};

// The bits of positive floats have the order of their values. Those of negative ones have the opposite order, since
// they hold the magnitude: all their bits are flipped.
struct Floating {
  __device__ static Key to_key(Key bits) { return bits & sign_bit ? ~bits : bits | sign_bit; }
  __device__ static Key from_key(Key key) { return key & sign_bit ? key ^ sign_bit : ~key; }
};

template <typename Order>
__global__ void to_keys_kernel(const Key* bits, Key* keys, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) keys[i] = Order::to_key(bits[i]);
}

template <typename Order>
__global__ void from_keys_kernel(Key* keys, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) keys[i] = Order::from_key(keys[i]);
}

// The words are at the end of the scratch, which a sort of keys alone does not use for values.
template <typename Order>
void sort_as_words(const Key* x, Key* sorted, std::size_t n, void* scratch) {
  if (n == 0) return;
  auto* keys = reinterpret_cast<Key*>(static_cast<char*>(scratch) + scratch_bytes(n)) - n;
  to_keys_kernel<Order><<<blocks_for(n, block_size), block_size>>>(x, keys, n);
  check(cudaGetLastError());
  reduce_then_scatter(keys, nullptr, sorted, nullptr, n, scratch);
  from_keys_kernel<Order><<<blocks_for(n, block_size), block_size>>>(sorted, n);
  check(cudaGetLastError());
}

}  // namespace

void sort_signed(const std::int32_t* x, std::int32_t* sorted, std::size_t n, void* scratch) {
  sort_as_words<Signed>(reinterpret_cast<const Key*>(x), reinterpret_cast<Key*>(sorted), n, scratch);
}

void sort_floats(const float* x, float* sorted, std::size_t n, void* scratch) {
  sort_as_words<Floating>(reinterpret_cast<const Key*>(x), reinterpret_cast<Key*>(sorted), n, scratch);
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"reduce_then_scatter", reduce_then_scatter},
  };
  return rungs;
}

}  // namespace radix_sort
