// Bulk copies and arrival barriers; emulator/course/common/ptx.h declares the same functions for kernels.
#pragma once
#include <cstdint>

namespace cuda_emulator {

void arrival_init(std::uint64_t* barrier, int arrivals);
void arrival_arrive(std::uint64_t* barrier, std::uint32_t bytes);
void arrival_expect(std::uint64_t* barrier, std::uint32_t bytes);  // announces bytes, without an arrival
void arrival_bytes(std::uint64_t* barrier, std::uint32_t bytes);   // bytes have arrived
unsigned arrival_missing(const std::uint64_t* barrier);            // remaining arrivals of the phase
void arrival_drop(std::uint64_t* barrier);                         // arrives, and later phases need one arrival less
bool arrival_in_phase(std::uint64_t* barrier, unsigned phase);     // is this still the phase?
// Traps unless both addresses and bytes are multiples of 16.
void bulk_copy(void* shared, const void* global, std::uint32_t bytes, std::uint64_t* barrier);

}  // namespace cuda_emulator
