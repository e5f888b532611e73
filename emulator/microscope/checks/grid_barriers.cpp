// A barrier of the whole grid that a kernel makes itself: blocks count themselves in a word and wait until it has the
// number of blocks. Blocks that cannot run yet, because the device is full, never arrive. The engine detects such a
// grid, but only after all blocks that fit have started; the launch alone shows it at once.
#include "ground/ground.hpp"
#include "runtime/launch.hpp"

namespace cuda_emulator::microscope {
namespace {

// The last name before the comma or the bracket at the end of the first argument that begins there: "arrived" of
// "(unsigned*)&arrived, 1u)".
std::string counter_at(const std::string& text, std::size_t at) {
  std::size_t end = at;
  int depth = 0;
  for (; end < text.size() && (depth > 0 || text[end] != ','); ++end) {
    if (text[end] == '(' || text[end] == '[') ++depth;
    if (text[end] == ')' || text[end] == ']') --depth;
    if (depth < 0 || text[end] == ';') return "";
  }
  while (end > at && !in_name(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > at && in_name(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

bool names(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
  }
  return false;
}

// The line of "while (arrived < total)" after "atomicAdd(&arrived, 1)", in a text that contains gridDim; 0: none.
int line_of_barrier(const std::string& text) {
  if (text.find("gridDim") == std::string::npos) return 0;
  for (std::size_t add = 0; (add = text.find("atomicAdd(", add)) != std::string::npos; ++add) {
    const std::string counter = counter_at(text, add + 10);
    if (counter.empty()) continue;
    const std::size_t loop = text.find("while", add);
    if (loop == std::string::npos || loop > add + 300) continue;
    const std::size_t open = text.find('(', loop);
    if (open == std::string::npos || open > loop + 6) continue;
    std::size_t close = open;
    int depth = 0;
    do {
      depth += (text[close] == '(') - (text[close] == ')');
    } while (depth > 0 && ++close < text.size());
    const std::string condition = text.substr(open, close - open);
    const bool compares = condition.find('<') != std::string::npos || condition.find("!=") != std::string::npos;
    if (!compares || !names(condition, counter)) continue;
    return static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(loop), '\n')) + 1;
  }
  return 0;
}

void check_grid_barrier(const Launched& launched) {
  if (launched.of_library || !launched.first) return;
  const Grid& grid = launched.grid;
  const u64 blocks = size_of(grid.grid), threads = size_of(grid.block);
  if (grid.cooperative || blocks < 64 || !grid.kernel) return;
  const Line& launch = launched.line;
  if (launch.number == 0) return;
  const std::size_t at_once = resident_blocks(grid.kernel, static_cast<unsigned>(threads), grid.shared);
  if (at_once == 0 || blocks <= at_once) return;
  const int line = line_of_barrier(text_of(launch.file));
  if (line == 0) return;
  found_at_end(Message::deadlock,
               place_text({launch.file, line}) + " waits for all " + std::to_string(blocks) +
                   " blocks of the launch at " + place_text(launch) + ", and at most " + std::to_string(at_once) +
                   " run at the same time",
               {"the other blocks start when these have ended, which they never do",
                "two kernels, the second of which starts when the first has ended; or cudaLaunchCooperativeKernel with "
                "as many blocks as fit"});
}

const Listener launches(moments.launched, check_grid_barrier);

}  // namespace
}  // namespace cuda_emulator::microscope
