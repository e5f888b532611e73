// A barrier of the whole grid that a kernel makes itself: blocks count themselves in a word and wait until it has the
// number of blocks. Blocks that cannot run yet, because the device is full, never arrive. The engine detects such a
// grid, but only after all blocks that fit have started; the launch alone shows it at once.
#include "ground/ground.hpp"
#include "runtime/launch.hpp"

namespace cuda_emulator::microscope {
namespace {

void check_grid_barrier(const Launched& launched) {
  if (launched.of_library || !launched.first) return;
  const Grid& grid = launched.grid;
  const u64 blocks = size_of(grid.grid), threads = size_of(grid.block);
  if (grid.cooperative || blocks < 64 || !grid.kernel) return;
  const Line& launch = launched.line;
  if (launch.number == 0) return;
  const std::size_t at_once = resident_blocks(grid.kernel, static_cast<unsigned>(threads), grid.shared);
  if (at_once == 0 || blocks <= at_once) return;
  const std::string line = word_of({launch.file, 0}, Fact::waits_for_blocks);
  if (line.empty()) return;
  found_at_end(Message::deadlock,
               base_name(launch.file) + ":" + line + " waits for all " + std::to_string(blocks) +
                   " blocks of the launch at " + place_text(launch) + ", and at most " + std::to_string(at_once) +
                   " run at the same time",
               {"the other blocks start when these have ended, which they never do",
                "two kernels, the second of which starts when the first has ended; or cudaLaunchCooperativeKernel with "
                "as many blocks as fit"});
}

const Listener launches(moments.launched, check_grid_barrier);

}  // namespace
}  // namespace cuda_emulator::microscope
