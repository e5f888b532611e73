// How long the arrays are that the host's malloc has returned, which new and std::vector call too.
#pragma once
#include <cstddef>

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

void host_array_made(const void* start, std::size_t size);
void host_array_freed(const void* start);
// Of these bytes, those that the array has which begins there; all if none is known.
std::size_t bytes_in_host_array(const void* start, std::size_t bytes);

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
