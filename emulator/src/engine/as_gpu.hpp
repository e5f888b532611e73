// Programs that cu++ has built to behave as a GPU happens to (docs/as-gpu.md).
#pragma once
#include <cstdint>

namespace cuda_emulator {

bool behaves_as_gpu();

// How many blocks the next OS thread takes, of which `first` is the first: `most` in all other programs. Textbooks let
// block b store its sum in element b of its own input, and on a GPU the block that reads there has begun long before:
// so the first ranges are short.
std::uint64_t blocks_to_take(std::uint64_t first, std::uint64_t most);

}  // namespace cuda_emulator
