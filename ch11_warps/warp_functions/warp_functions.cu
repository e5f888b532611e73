// The warp functions. All but __activemask take a mask of the lanes that must take part: they wait for each other, and
// it is an error if a named lane never makes the call.
#include "ch11_warps/warp_functions/warp_functions.h"

#include <cooperative_groups.h>

#include "ch11_warps/warp_functions/ask.cuh"
#include "ch11_warps/warp_functions/expected.h"
#include "common/check.h"

namespace cg = cooperative_groups;

namespace warp_functions {

// ---- Votes: one bit per lane, returned to all lanes.
__global__ void ballot_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __ballot_sync(part_mask(width), value_of(x, n, i) % 2 != 0);
  if (i < n) result[i] = answer;
}

__global__ void all_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __all_sync(part_mask(width), value_of(x, n, i) % 2 != 0) != 0;
  if (i < n) result[i] = answer;
}

__global__ void any_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __any_sync(part_mask(width), value_of(x, n, i) % 2 != 0) != 0;
  if (i < n) result[i] = answer;
}

// ---- Matches: which lanes have the same value?
__global__ void match_any_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __match_any_sync(part_mask(width), value_of(x, n, i));
  if (i < n) result[i] = answer;
}

__global__ void match_all_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  int all_equal = 0;
  const unsigned lanes = __match_all_sync(part_mask(width), value_of(x, n, i), &all_equal);
  if (i < n) result[i] = all_equal ? lanes : 0;
}

// ---- Shuffles: every lane reads another lane's register. Up, down and xor return a lane's own value if the source is
// outside its part; __shfl_sync counts lanes modulo the width.
__global__ void broadcast_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __shfl_sync(part_mask(width), value_of(x, n, i), 1, width);
  if (i < n) result[i] = answer;
}

__global__ void shuffle_up_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __shfl_up_sync(part_mask(width), value_of(x, n, i), 1, width);
  if (i < n) result[i] = answer;
}

__global__ void shuffle_down_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __shfl_down_sync(part_mask(width), value_of(x, n, i), 1, width);
  if (i < n) result[i] = answer;
}

__global__ void butterfly_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __shfl_xor_sync(part_mask(width), value_of(x, n, i), 1, width);
  if (i < n) result[i] = answer;
}

// ---- __activemask returns the lanes that happen to execute this instruction together. They are lanes of this branch,
// but not always all of them: use it for information, never to choose a mask for the functions above.
__global__ void active_masks_kernel(const int* x, std::size_t n, unsigned* mask) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  mask[i] = 0;
  if (x[i] % 2 != 0) mask[i] = __activemask();
}

void active_masks(const int* x, std::size_t n, unsigned* mask) {
  active_masks_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, mask);
  check(cudaGetLastError());
}

// A group of the lanes that are active here, used so that the result is right however the warp has split.
__global__ void gather_odd_kernel(const int* x, std::size_t n, int* odd, int* count) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n || x[i] % 2 == 0) return;
  const cg::coalesced_group here = cg::coalesced_threads();
  int room = 0;
  if (here.thread_rank() == 0) room = atomicAdd(count, static_cast<int>(here.size()));
  odd[here.shfl(room, 0) + here.thread_rank()] = x[i];
}

void gather_odd(const int* x, std::size_t n, int* odd, int* count) {
  gather_odd_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, odd, count);
  check(cudaGetLastError());
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"__ballot_sync", "a bit for each lane whose x is odd", 70, ask<ballot_kernel>, expected_ballot},
      {"__all_sync", "is every x odd?", 70, ask<all_kernel>, expected_all},
      {"__any_sync", "is any x odd?", 70, ask<any_kernel>, expected_any},
      {"__match_any_sync", "a bit for each lane with my x", 70, ask<match_any_kernel>, expected_match_any},
      {"__match_all_sync", "all lanes, if all have my x", 70, ask<match_all_kernel>, expected_match_all},
      {"__shfl_sync", "x of the second lane", 70, ask<broadcast_kernel>, expected_broadcast},
      {"__shfl_up_sync", "x of the lane before", 70, ask<shuffle_up_kernel>, expected_shuffle_up},
      {"__shfl_down_sync", "x of the next lane", 70, ask<shuffle_down_kernel>, expected_shuffle_down},
      {"__shfl_xor_sync", "x of the partner", 70, ask<butterfly_kernel>, expected_butterfly},
      {"__reduce_add_sync", "sum of all x", 80, reduce_add, expected_sum},
      {"__reduce_min_sync", "least x", 80, reduce_min, expected_min},
      {"__reduce_max_sync", "largest x", 80, reduce_max, expected_max},
      {"__reduce_and_sync", "bits that all x have", 80, reduce_and, expected_and},
      {"__reduce_or_sync", "bits that any x has", 80, reduce_or, expected_or},
      {"__reduce_xor_sync", "parity of each bit", 80, reduce_xor, expected_xor},
  };
  return all;
}

}  // namespace warp_functions
