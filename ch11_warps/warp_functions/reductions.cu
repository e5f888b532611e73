// Reductions of integers over the lanes of a mask, in one instruction, from compute capability 8.0 on.
#include "ch11_warps/warp_functions/ask.cuh"

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

namespace warp_functions {

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

void reduce_add(const int* x, std::size_t n, int width, unsigned* result) {
  ask<reduce_add_kernel>(x, n, width, result);
}
void reduce_min(const int* x, std::size_t n, int width, unsigned* result) {
  ask<reduce_min_kernel>(x, n, width, result);
}
void reduce_max(const int* x, std::size_t n, int width, unsigned* result) {
  ask<reduce_max_kernel>(x, n, width, result);
}
void reduce_and(const int* x, std::size_t n, int width, unsigned* result) {
  ask<reduce_and_kernel>(x, n, width, result);
}
void reduce_or(const int* x, std::size_t n, int width, unsigned* result) {
  ask<reduce_or_kernel>(x, n, width, result);
}
void reduce_xor(const int* x, std::size_t n, int width, unsigned* result) {
  ask<reduce_xor_kernel>(x, n, width, result);
}

}  // namespace warp_functions
