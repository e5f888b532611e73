// The warp functions. All but __activemask take a mask of the lanes that must take part: they wait for each other, and
// it is an error if a named lane never makes the call.
#include "ch11_warps/warp_functions/warp_functions.h"

#include <cooperative_groups.h>

#include "ch11_warps/warp_functions/expected.h"
#include "common/check.h"

// An older device never runs these kernels, but they must compile for it too.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
template <typename T>
__device__ T not_on_this_device(unsigned, T) {
  __trap();
  return 0;
}
#define __reduce_add_sync not_on_this_device
#define __reduce_min_sync not_on_this_device
#define __reduce_max_sync not_on_this_device
#define __reduce_and_sync not_on_this_device
#define __reduce_or_sync not_on_this_device
#define __reduce_xor_sync not_on_this_device
#endif

namespace cg = cooperative_groups;

namespace warp_functions {
namespace {

constexpr int block_size = 256;

// The lanes of this thread's part, as a mask.
__device__ unsigned part_mask(int width) {
  const int lane = threadIdx.x % warp_size;
  return (width == warp_size ? 0xffffffffu : (1u << width) - 1) << (lane / width * width);
}

// No lane returns early: the mask names all lanes of the part, so all must call. Lanes past the end have the value 0.
__device__ int value_of(const int* x, std::size_t n, std::size_t i) {
  return i < n ? x[i] : 0;
}

using Kernel = void (*)(const int* x, std::size_t n, int width, unsigned* result);

template <Kernel kernel>
void ask(const int* x, std::size_t n, int width, unsigned* result) {
  kernel<<<blocks_for(n, block_size), block_size>>>(x, n, width, result);
  check(cudaGetLastError());
}

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

// ---- Reductions of integers over the lanes of a mask, in one instruction, from compute capability 8.0 on.
__global__ void reduce_add_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __reduce_add_sync(part_mask(width), value_of(x, n, i));
  if (i < n) result[i] = answer;
}

__global__ void reduce_min_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __reduce_min_sync(part_mask(width), value_of(x, n, i));
  if (i < n) result[i] = answer;
}

__global__ void reduce_max_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __reduce_max_sync(part_mask(width), value_of(x, n, i));
  if (i < n) result[i] = answer;
}

__global__ void reduce_and_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __reduce_and_sync(part_mask(width), unsigned(value_of(x, n, i)));
  if (i < n) result[i] = answer;
}

__global__ void reduce_or_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __reduce_or_sync(part_mask(width), unsigned(value_of(x, n, i)));
  if (i < n) result[i] = answer;
}

__global__ void reduce_xor_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = __reduce_xor_sync(part_mask(width), unsigned(value_of(x, n, i)));
  if (i < n) result[i] = answer;
}

}  // namespace

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
      {"__reduce_add_sync", "sum of all x", 80, ask<reduce_add_kernel>, expected_sum},
      {"__reduce_min_sync", "least x", 80, ask<reduce_min_kernel>, expected_min},
      {"__reduce_max_sync", "largest x", 80, ask<reduce_max_kernel>, expected_max},
      {"__reduce_and_sync", "bits that all x have", 80, ask<reduce_and_kernel>, expected_and},
      {"__reduce_or_sync", "bits that any x has", 80, ask<reduce_or_kernel>, expected_or},
      {"__reduce_xor_sync", "parity of each bit", 80, ask<reduce_xor_kernel>, expected_xor},
  };
  return all;
}

}  // namespace warp_functions
