// Programs that cu++ has built to give the results that a GPU gives (docs/as-gpu.md).
#pragma once
#include <cstdint>

namespace cuda_emulator {

bool behaves_as_gpu();

// The number of blocks that the next OS thread takes, beginning with `first`: `most` in all other programs. In
// textbooks, block b stores its sum in element b of its own input, and on a GPU the block that reads this element has
// started long before: so the first ranges are short.
std::uint64_t blocks_to_take(std::uint64_t first, std::uint64_t most);

}  // namespace cuda_emulator
