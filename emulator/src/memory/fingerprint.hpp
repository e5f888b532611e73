// Whether memory is what it was: a number made of its bytes.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

std::uint64_t fingerprint(const void* memory, std::size_t size, std::uint64_t before);
// Of the memory that the program allocated, and of its __device__ and __constant__ variables; of very much memory, the
// beginning of each piece. To be called where kernels' memory is open, while nobody allocates or frees.
std::uint64_t fingerprint_of_device_memory();

}  // namespace cuda_emulator
