// A hash of memory, to see whether it has changed.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

std::uint64_t fingerprint(const void* memory, std::size_t size, std::uint64_t before);
// Of the memory that the program allocated, and of its __device__ and __constant__ variables; for very large memory, of
// the beginning of each piece. Call it where kernels' memory is accessible, while no thread allocates or frees.
std::uint64_t fingerprint_of_device_memory();

}  // namespace cuda_emulator
