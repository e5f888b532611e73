// A grid that is rounded down: n / 256 blocks, and nobody takes the last elements. Where they hold data, as in an array
// that is changed in place, no poison tells of it; but no thread has touched them, though the kernel was told how many
// elements there are.
#include <algorithm>
#include <cstring>

#include "microscope.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator::microscope {
namespace {

bool touched(const Cell& cell) {
  return std::max({cell.writer, cell.reader[0], cell.reader[1]}) >= global_ledger.first_slot;
}

struct Array {
  const Region* region;
  u64 width;
};
// Is the last thread's element touched, and nothing behind it?
bool ends_with_threads(const Array& array, u64 threads) {
  const Region& region = *array.region;
  const auto cell = [&](std::uintptr_t at) -> const Cell& {
    return region.cells[(at - (region.low & ~std::uintptr_t{3})) / 4];
  };
  const std::uintptr_t end = region.low + threads * array.width;
  if (end % 4 != 0 || !touched(cell(end - array.width))) return false;
  for (std::uintptr_t at = end; at < region.high; at += 4) {
    if (touched(cell(at))) return false;
  }
  return true;
}
// What nobody has written is told of when it is copied, or freed (results.cpp): poison, or a 0 of managed memory.
bool holds_data(const Array& array, u64 threads) {
  const std::uintptr_t end = array.region->low + threads * array.width;
  u32 word = poison;
  const DeviceAccess open;
  if (end + 4 <= array.region->high) std::memcpy(&word, reinterpret_cast<const void*>(end), sizeof word);
  return word != (array.region->poisoned ? poison : 0);
}

}  // namespace

void check_left_out(const Grid& grid) {
  const u64 block = grid.block.x, threads = grid.grid.x * block;
  if (grid.grid.y * grid.grid.z * grid.block.y * grid.block.z != 1) return;
  std::vector<u32> words(grid.arg_size / sizeof(u32));
  if (!words.empty()) std::memcpy(words.data(), grid.arg, words.size() * sizeof words[0]);
  for (const u64 n : words) {
    if (threads >= n || threads + block <= n) continue;
    const Array* written = nullptr;
    std::vector<Array> arrays;
    arrays.reserve(words.size());
    for (std::size_t k = 0; k + 1 < words.size(); k += 2) {
      const std::uintptr_t pointer = words[k] | u64{words[k + 1]} << 32;
      const Region* const region = region_at(pointer);
      if (!region || region->low != pointer || region->serial == 0) continue;
      const u64 bytes = region->high - region->low, width = bytes / n;
      if (bytes % n != 0 || width > 16 || (width & (width - 1)) != 0 || width == 0) continue;
      arrays.push_back({region, width});
      const bool stored = region->cells[((threads - 1) * width) / 4].writer >= global_ledger.first_slot;
      if (stored && holds_data(arrays.back(), threads)) written = &arrays.back();
    }
    const bool all = std::all_of(arrays.begin(), arrays.end(),
                                 [&](const Array& array) { return ends_with_threads(array, threads); });
    const LaunchPlace place = last_launch();
    if (!written || !all || !place.kernel || std::strcmp(place.kernel, grid.name) != 0) continue;
    const auto a = find_allocation(reinterpret_cast<const void*>(written->region->low));
    found("elements that no thread takes: kernel " + kernel_run().name + " at " + base_name(place.file) + ":" +
              std::to_string(place.line) + " has " + std::to_string(threads) + " threads for " + std::to_string(n) +
              " elements",
          "the last " + std::to_string(n - threads) + " of the array allocated" + (a ? site_text(a->site) : "") +
              " are neither read nor written: round the number of blocks up, (n + " + std::to_string(block - 1) +
              ") / " + std::to_string(block),
          nullptr);
    return;
  }
}

}  // namespace cuda_emulator::microscope
