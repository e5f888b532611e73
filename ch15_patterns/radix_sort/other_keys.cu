// Keys of other types: signed and floating-point numbers are converted to words with the same order, sorted as words,
// and converted back.
#include "ch15_patterns/radix_sort/radix_sort.h"
#include "common/check.h"

namespace radix_sort {

constexpr int block_size = 256;
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

void sort_signed(const std::int32_t* x, std::int32_t* sorted, std::size_t n, void* scratch) {
  sort_as_words<Signed>(reinterpret_cast<const Key*>(x), reinterpret_cast<Key*>(sorted), n, scratch);
}

void sort_floats(const float* x, float* sorted, std::size_t n, void* scratch) {
  sort_as_words<Floating>(reinterpret_cast<const Key*>(x), reinterpret_cast<Key*>(sorted), n, scratch);
}

}  // namespace radix_sort
