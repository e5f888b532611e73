// Rungs 5 and 6: `several` without atomics in its loop, and with another order of the bytes.
#include "ch10_atomics/histogram/bytes.cuh"

namespace histogram {

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

}  // namespace histogram
