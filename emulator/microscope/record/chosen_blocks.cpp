// Which blocks of a grid are checked, unless the user gives their number: the first ones, all of them where that is
// cheap, and those at the ends of the grid and of its arrays, where an index goes too far if it does so anywhere.
#include <bit>

#include "emulator/cluster.hpp"
#include "engine/cluster.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"
#include "record/record.hpp"

namespace cuda_emulator::microscope {
namespace {

// Work is counted in events, so that the choice does not depend on the machine.
constexpr u64 work_of_thread = 32;        // to run it, whatever it accesses
constexpr u64 work_of_launch = 1 << 19;   // after which no more first blocks are checked
constexpr u64 work_of_program = 1 << 25;  // the same, for its first launches: some tenths of a second
constexpr u64 least_blocks = 5;

std::atomic<u64> launch_work{0}, program_work{0};
std::atomic<u64> first{0};  // the blocks before this one are checked
u64 blocks_of_grid = 0, threads_of_block = 0;
bool grows = false;  // `first` depends on the work
auto& ends = *new std::vector<u64>();

struct Looked {  // in this program
  u64 blocks = 0, all_blocks = 0, launches = 0, all_launches = 0;
  bool left_out = false;  // blocks of launches that were checked
} looked;

// The range in which a system places code and its own data. Numbers of this size are not expected in pairs of ints.
bool is_address(u64 word) {
  const u64 top = word >> 40;
  return (top >= 0x55 && top <= 0x56) || (top >= 0x7e && top <= 0x7f) ||
         find_allocation(reinterpret_cast<const void*>(word)).has_value();
}

// How many elements there may be: the numbers among the arguments, and the lengths of the arrays.
struct Counts {
  std::vector<u64> numbers, lengths;
};
Counts counts_of(const Grid& grid) {
  Counts counts;
  std::vector<u64> arrays;  // in bytes
  for (const u64 word : pointers_in(grid)) {
    if (const auto a = find_allocation(reinterpret_cast<const void*>(word))) {
      arrays.push_back(reinterpret_cast<std::uintptr_t>(a->pointer) + a->size - word);
    } else if (!is_address(word)) {
      for (const u64 n : {word & ~u32{0}, word >> 32}) {
        if (n > 1) counts.numbers.push_back(n);
      }
    }
  }
  if (grid.arg_size % sizeof(u64) >= sizeof(u32)) {
    u32 n = 0;
    std::memcpy(&n, static_cast<const char*>(grid.arg) + grid.arg_size / sizeof(u64) * sizeof(u64), sizeof n);
    if (n > 1) counts.numbers.push_back(n);
  }
  const auto is_counted = [&](u64 bytes) {
    return std::any_of(counts.numbers.begin(), counts.numbers.end(),
                       [&](u64 n) { return bytes % n == 0 && bytes / n <= 16 && std::has_single_bit(bytes / n); });
  };
  for (const u64 bytes : arrays) {
    if (is_counted(bytes)) continue;
    for (const u64 size : {4, 8, 1, 16, 2}) counts.lengths.push_back(bytes / size);
  }
  return counts;
}

// On one axis, the blocks at the ends: of the grid, and those whose threads have the numbers of the last element and of
// the one behind it. If the threads process several elements each, they usually start again from the first block.
std::vector<u64> ends_of_axis(u64 blocks, u64 threads, const std::vector<u64>& elements, std::size_t most) {
  std::vector<u64> list{blocks - 1, 0};
  for (const u64 n : elements) {
    if (n > 64 * blocks * threads) continue;
    for (const u64 element : {n, n - 1}) {
      const u64 block = element / threads % blocks;
      if (list.size() < most && std::find(list.begin(), list.end(), block) == list.end()) list.push_back(block);
    }
  }
  return list;
}

std::vector<u64> ends_of(const Grid& grid) {
  Counts counts = counts_of(grid);
  const int axes = 1 + (grid.grid.y > 1) + (grid.grid.z > 1);
  // A number that is the length of a row is not the length of an array.
  if (axes == 1) counts.numbers.insert(counts.numbers.end(), counts.lengths.begin(), counts.lengths.end());
  const std::size_t most = axes == 1 ? 24 : axes == 2 ? 5 : 3;
  std::vector<u64> list;
  for (const u64 z : ends_of_axis(grid.grid.z, grid.block.z, counts.numbers, most)) {
    for (const u64 y : ends_of_axis(grid.grid.y, grid.block.y, counts.numbers, most)) {
      for (const u64 x : ends_of_axis(grid.grid.x, grid.block.x, counts.numbers, most)) {
        list.push_back(x + grid.grid.x * (y + grid.grid.y * z));
      }
    }
  }
  std::sort(list.begin(), list.end());
  return list;
}

// Later blocks than one that failed may have run or not.
u64 chosen_until(u64 last) {
  const auto begin = std::lower_bound(ends.begin(), ends.end(), first),
             end = std::upper_bound(ends.begin(), ends.end(), last);
  return std::min<u64>(first, last + 1) + static_cast<u64>(std::max<std::ptrdiff_t>(0, end - begin));
}

}  // namespace

void choose_blocks(const Grid& grid) {
  blocks_of_grid = size_of(grid.grid);
  threads_of_block = size_of(grid.block);
  launch_work = 0;
  ends = {blocks_of_grid - 1};
  u64 some = settings().blocks;
  grows = some == 0 && !many_threads;
  if (some == 0) {
    ends = ends_of(grid);
    some = least_blocks + 1;
    // How much blocks that run at the same time have done so far is random.
    if (many_threads) some = std::max(some, work_of_launch / work_of_thread / threads_of_block);
  }
  first = some >= blocks_of_grid ? blocks_of_grid : some - 1;
}

namespace {

bool is_chosen(u64 block) {
  if (block < first) return true;
  if (grows && block == first && (launch_work < work_of_launch || program_work < work_of_program)) {
    ++first;
    return true;
  }
  return std::binary_search(ends.begin(), ends.end(), block);
}

}  // namespace

bool is_cluster_chosen(const Grid& grid, u64 block) {
  if (!cluster_place.storage) return is_chosen(block);
  const dim3 d = cluster_place.dims;
  const u64 x = blockIdx.x / d.x * d.x, y = blockIdx.y / d.y * d.y, z = blockIdx.z / d.z * d.z;
  for (u32 rank = 0; rank < volume(d); ++rank) {
    const u64 row = y + rank / d.x % d.y + grid.grid.y * (z + rank / (d.x * d.y));
    if (is_chosen(x + rank % d.x + grid.grid.x * row)) return true;
  }
  return false;
}

void note_work(u64 work) {
  work += work_of_thread * threads_of_block;
  launch_work += work;
  program_work += work;
}

// Later launches may depend on data that earlier ones wrote: after the usual ones the 2nd, 4th, 8th … of a shape are
// checked as well, for findings only, and all of them as long as that is cheap.
bool is_looked_at_again(u64 number) {
  constexpr u64 last = 64;
  // Where all blocks are checked a launch takes too long to check seven. A page shows what the first launches did: a
  // finding of a later one would not be on it.
  if (settings().blocks == ~u64{0} || !settings().page.empty() || settings().launches == 0 ||
      number <= settings().launches) {
    return false;
  }
  return (number <= last && (number & (number - 1)) == 0) || (settings().blocks == 0 && program_work < work_of_program);
}

u64 first_blocks() {
  return first;
}

void note_checked() {
  const KernelRun& run = kernel_run();
  ++looked.launches;
  looked.blocks += run.cut_short() ? chosen_until(run.failed_block) : run.looked_at;
  looked.left_out |= run.looked_at < run.blocks && run.failed_block == ~u64{0};
}

namespace {

// Silence means little unless it is known what was checked.
void tell_what_was_checked() {
  if (looked.all_launches == 0 || !settings().tables) return;
  const auto number = [](u64 n) { return std::to_string(n); };
  const u64 found = findings_so_far();
  std::string text = (found ? number(found) + (found == 1 ? " finding" : " findings") : "no findings") + " in " +
                     number(looked.blocks) + " of " + number(looked.all_blocks) + " blocks";
  std::string more;
  if (looked.left_out && settings().blocks != ~u64{0}) more = "; --all checks all blocks";
  if (looked.launches < looked.all_launches) {
    text += ", " + number(looked.launches) + " of " + number(looked.all_launches) + " launches";
    more += (more.empty() ? "; " : ", ") + std::string("CUDA_EMULATOR_LAUNCHES=all all launches");
  }
  std::fprintf(stderr, "microscope: %s\n", (text + more).c_str());
}

const Listener launches(moments.launched, [](const Launched& launch) {
  if (launch.of_library) return;
  ++looked.all_launches;
  looked.all_blocks += size_of(launch.grid.grid);
});
const Listener at_the_end(moments.at_end, tell_what_was_checked, turn_of_summary);

}  // namespace
}  // namespace cuda_emulator::microscope
