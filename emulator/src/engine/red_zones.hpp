// Words between the __shared__ variables (CUDA_EMULATOR_RED_ZONE) and after the dynamic shared memory that the program
// must not write: when a block has ended they show whether it wrote past the end of its shared memory.
#pragma once
#include <cstddef>
#include <string>

namespace cuda_emulator {

void lay_red_zones(std::size_t dynamic_shared);  // a block of a grid begins on this OS thread
bool shared_memory_is_whole(std::size_t dynamic_shared);
std::string describe_overrun(std::size_t dynamic_shared);  // if it is not

}  // namespace cuda_emulator
