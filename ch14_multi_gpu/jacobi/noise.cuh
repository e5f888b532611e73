// A plate full of noise that is the same for any number of GPUs, and a sum that distinguishes two plates.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ch14_multi_gpu/jacobi/jacobi.cuh"

namespace jacobi {

// A step of Murmur hashing, from Appleby's MurmurHash3.
__device__ inline std::uint32_t mixed(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x85EBCA6B;
  x ^= x >> 13;
  x *= 0xC2B2AE35;
  return x ^ x >> 16;
}

// Every value depends only on its place in the plate. The slab's row 1 is row `first` of the plate: one block for each
// of its rows, including the halo.
__global__ void noise_kernel(float* now, std::size_t pitch, std::size_t cols, std::size_t first) {
  const std::size_t col = std::size_t{blockIdx.y} * block_size + threadIdx.x, row = blockIdx.x;
  if (col >= cols) return;
  const auto place = static_cast<std::uint32_t>((first - 1 + row) * cols + col);
  now[row * pitch + col] = first - 1 + row == 0 ? 1 : (mixed(place) >> 8) * 0x1p-24f;
}

// Adds the slab's part to *sum, with one block per row without the halo: integers, so that the order of the sum does
// not matter.
__global__ void fingerprint_kernel(const float* now, std::size_t pitch, std::size_t cols, std::size_t first,
                                   unsigned long long* sum) {
  const std::size_t row = blockIdx.x + 1;
  unsigned long long mine = 0;
  for (std::size_t col = threadIdx.x; col < cols; col += block_size) {
    const auto place = static_cast<std::uint32_t>((first - 1 + row) * cols + col);
    mine += static_cast<unsigned long long>(mixed(place)) * mixed(__float_as_uint(now[row * pitch + col]));
  }
  atomicAdd(sum, mine);
}

}  // namespace jacobi
