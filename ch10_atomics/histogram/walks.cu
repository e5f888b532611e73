// Rungs 5 and 6: `several` without atomics while it counts, and with another order of the bytes.
#include "ch10_atomics/histogram/bytes.cuh"

namespace histogram {

// ---- Rung 5. Same as `several`, except that each thread has 256 bins of its own: no atomics while it counts, and none
// to wait for. An array that is indexed by data lies in local memory, which is global memory behind the caches: 1 KB
// for each of all threads, read and written at every byte, and added up at the end.
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

// ---- Rung 6. Same as `several`, except that the lanes of a warp walk over 32 parts of the array, each over its own.
// In sorted bytes neighbours are equal, and so they all meet in one counter; a part away they are not. The price is a
// sector for each lane; the next seven warps want the rest of it.
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
