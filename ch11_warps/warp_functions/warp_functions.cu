// The functions of a warp. All but __activemask take a mask of the lanes that must take part: they wait for each other,
// and a lane that is named but never comes is an error.
#include "ch11_warps/warp_functions/warp_functions.h"

#include <cooperative_groups.h>

#include "ch11_warps/warp_functions/expected.h"
#include "common/check.h"
#include "common/launch.h"

namespace cg = cooperative_groups;

namespace warp_functions {

constexpr int block_size = 256;

// ---- Votes: one bit a lane, for all to see.
struct Ballot {
  static __device__ unsigned call(unsigned mask, int x, int) { return __ballot_sync(mask, x % 2 != 0); }
};
struct All {
  static __device__ unsigned call(unsigned mask, int x, int) { return __all_sync(mask, x % 2 != 0) != 0; }
};
struct Any {
  static __device__ unsigned call(unsigned mask, int x, int) { return __any_sync(mask, x % 2 != 0) != 0; }
};

// ---- Matches: who has the value that I have?
struct MatchAny {
  static __device__ unsigned call(unsigned mask, int x, int) { return __match_any_sync(mask, x); }
};
struct MatchAll {
  static __device__ unsigned call(unsigned mask, int x, int) {
    int all_equal = 0;
    const unsigned lanes = __match_all_sync(mask, x, &all_equal);
    return all_equal ? lanes : 0;
  }
};

// ---- Shuffles: every lane reads another lane's register. Lanes that would read beyond their part get their own value.
struct Broadcast {
  static __device__ unsigned call(unsigned mask, int x, int width) { return __shfl_sync(mask, x, 1, width); }
};
struct ShuffleUp {
  static __device__ unsigned call(unsigned mask, int x, int width) { return __shfl_up_sync(mask, x, 1, width); }
};
struct ShuffleDown {
  static __device__ unsigned call(unsigned mask, int x, int width) { return __shfl_down_sync(mask, x, 1, width); }
};
struct Butterfly {
  static __device__ unsigned call(unsigned mask, int x, int width) { return __shfl_xor_sync(mask, x, 1, width); }
};

// ---- Reductions of whole numbers in one instruction, from compute capability 8.0 on. Older devices never get here,
// but must be able to compile it.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define REDUCE(call) return static_cast<unsigned>(call)
#else
#define REDUCE(call) return __trap(), 0
#endif
struct ReduceAdd {
  static __device__ unsigned call(unsigned mask, int x, int) { REDUCE(__reduce_add_sync(mask, x)); }
};
struct ReduceMin {
  static __device__ unsigned call(unsigned mask, int x, int) { REDUCE(__reduce_min_sync(mask, x)); }
};
struct ReduceMax {
  static __device__ unsigned call(unsigned mask, int x, int) { REDUCE(__reduce_max_sync(mask, x)); }
};
struct ReduceAnd {
  static __device__ unsigned call(unsigned mask, int x, int) { REDUCE(__reduce_and_sync(mask, unsigned(x))); }
};
struct ReduceOr {
  static __device__ unsigned call(unsigned mask, int x, int) { REDUCE(__reduce_or_sync(mask, unsigned(x))); }
};
struct ReduceXor {
  static __device__ unsigned call(unsigned mask, int x, int) { REDUCE(__reduce_xor_sync(mask, unsigned(x))); }
};

#undef REDUCE

// The lanes of this thread's part, as a mask.
__device__ unsigned part_mask(int width) {
  const int lane = threadIdx.x % warp_size;
  return (width == warp_size ? 0xffffffffu : (1u << width) - 1) << (lane / width * width);
}

// No lane returns early: the mask names all lanes of the part, so all must come.
template <typename Asked>
__global__ void ask_kernel(const int* x, std::size_t n, int width, unsigned* result) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const unsigned answer = Asked::call(part_mask(width), i < n ? x[i] : 0, width);
  if (i < n) result[i] = answer;
}

template <typename Asked>
void ask(const int* x, std::size_t n, int width, unsigned* result) {
  ask_kernel<Asked><<<blocks_for(n, block_size), block_size>>>(x, n, width, result);
  check(cudaGetLastError());
}

// ---- __activemask reports the lanes that happen to run this instruction together. They are lanes of this branch, but
// not always all of them: use it to learn what is so, never to choose a mask for the functions above.
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

// A group of the lanes that are here makes something of it that is right however the warp has split.
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
      {"__ballot_sync", "a bit for each lane whose x is odd", 70, ask<Ballot>, expected_ballot},
      {"__all_sync", "is every x odd?", 70, ask<All>, expected_all},
      {"__any_sync", "is any x odd?", 70, ask<Any>, expected_any},
      {"__match_any_sync", "a bit for each lane with my x", 70, ask<MatchAny>, expected_match_any},
      {"__match_all_sync", "all lanes, if all have my x", 70, ask<MatchAll>, expected_match_all},
      {"__shfl_sync", "x of the second lane", 70, ask<Broadcast>, expected_broadcast},
      {"__shfl_up_sync", "x of the lane before", 70, ask<ShuffleUp>, expected_shuffle_up},
      {"__shfl_down_sync", "x of the lane behind", 70, ask<ShuffleDown>, expected_shuffle_down},
      {"__shfl_xor_sync", "x of the partner", 70, ask<Butterfly>, expected_butterfly},
      {"__reduce_add_sync", "sum of all x", 80, ask<ReduceAdd>, expected_sum},
      {"__reduce_min_sync", "least x", 80, ask<ReduceMin>, expected_min},
      {"__reduce_max_sync", "largest x", 80, ask<ReduceMax>, expected_max},
      {"__reduce_and_sync", "bits that all x have", 80, ask<ReduceAnd>, expected_and},
      {"__reduce_or_sync", "bits that any x has", 80, ask<ReduceOr>, expected_or},
      {"__reduce_xor_sync", "parity of each bit", 80, ask<ReduceXor>, expected_xor},
  };
  return all;
}

}  // namespace warp_functions
