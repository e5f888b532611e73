// A grid that is rounded down: n / 256 blocks, and no thread for the last elements. If they hold data, as in an array
// that is changed in place, there is no poison to find; but no thread has accessed them, though the kernel was given
// the number of elements.
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {

namespace {

struct Array {
  const Region* region;
  u64 width;
  bool stored;  // the last thread's element
};
constexpr u64 farthest_neighbour = 32;  // elements
// Is the last thread's element accessed, and none after it? Neighbours may be read, as by a stencil, if they are fewer
// than half of the rest: a filter that leaves out its margin on purpose reads all of that.
bool ends_with_threads(const Array& array, u64 threads) {
  const Region& region = *array.region;
  const std::uintptr_t end = region.low + threads * array.width;
  if (end % 4 != 0 || !is_touched(region.cell(end - array.width))) return false;
  const u64 rest = (region.high - end) / array.width,
            neighbours = array.stored ? 0 : std::min(farthest_neighbour, (rest - 1) / 2);
  for (std::uintptr_t at = end; at < region.high; at += 4) {
    if (region.cell(at).writer >= global_ledger.first_slot) return false;
    if (at >= end + neighbours * array.width && is_touched(region.cell(at))) return false;
  }
  return true;
}
// Elements that were never written are reported when they are copied, or freed (results.cpp): poison, or a 0 of managed
// memory.
bool holds_data(const Array& array, u64 threads) {
  const std::uintptr_t end = array.region->low + threads * array.width;
  u32 word = poison;
  const DeviceAccess open;
  if (end + 4 <= array.region->high) std::memcpy(&word, reinterpret_cast<const void*>(end), sizeof word);
  return word != (array.region->poisoned ? poison : 0);
}

// For an array that each thread changes in place: blocks that process as many elements as they have threads, all of
// them at the same distance, and elements in between that no thread processes. Reported at the end, if no other launch
// used the array.
// The ranges that the blocks accessed, one per block; empty if one is not contiguous, or was not changed throughout, or
// there is no gap after the first one. That one must be the first `all` bytes and the gap at least `least` bytes: most
// kernels have no gap, and the search ends there instead of at the array's end.
struct Piece {
  std::uintptr_t low = 0, high = 0;
};
std::vector<Piece> pieces_of_blocks(const Region& region, std::size_t blocks, u64 all, u64 least) {
  std::vector<Piece> pieces(blocks);
  const std::uintptr_t first_end = region.low + all, gap_end = first_end + least;
  for (std::uintptr_t at = region.low; at + 4 <= region.high; at += 4) {
    const Cell& cell = region.cell(at);
    if (!is_touched(cell)) {
      if (at < first_end) return {};
      continue;
    }
    if (cell.writer < global_ledger.first_slot) return {};
    const u32 block = record_of(global_ledger, cell.writer).block;
    if (at < first_end ? block != 0 : at < gap_end && block < blocks) return {};
    if (block >= blocks) continue;
    Piece& piece = pieces[block];
    if (piece.high == 0) piece = {at, at};
    if (piece.high != at) return {};
    piece.high = at + 4;
  }
  return pieces;
}

void look_for_gaps(const Grid& grid, const Region& region, u64 elements) {
  const u64 threads = grid.block.x, width = (region.high - region.low) / elements;
  const std::size_t blocks = std::min<u64>({grid.grid.x, kernel_run().first_blocks, 15});
  if (blocks < 3) return;
  const u64 all = threads * width;
  const std::vector<Piece> pieces = pieces_of_blocks(region, blocks, all, warp_size * width);
  if (pieces.empty()) return;
  const u64 step = pieces[1].low - pieces[0].low;
  for (std::size_t b = 0; b < pieces.size(); ++b) {
    if (pieces[b].high - pieces[b].low != all || pieces[b].low != region.low + b * step) return;
  }
  const std::string launch = launch_text(grid);
  if (step < all + warp_size * width || step % width != 0 || launch.empty()) return;
  found_if_last(
      region,
      launch + " leaves " + std::to_string(step / width - threads) + " elements out between one block and the next",
      "a block has " + std::to_string(threads) + " threads, and the first element of the next one is " +
          std::to_string(step / width) + " further: is it blockIdx.x * blockDim.x?");
}

void check_gaps(const Grid& grid) {
  if (grid.grid.y * grid.grid.z * grid.block.y * grid.block.z != 1) return;
  const std::vector<u32> words = numbers_in(grid);
  for (const Region* const region : arrays_in(grid)) {
    for (const u64 n : words) {
      if (n >= 64 && element_size(region->high - region->low, n) >= 4) look_for_gaps(grid, *region, n);
    }
  }
}

// A kernel of rows and columns, launched with one thread and one block in y: all rows but the first are left out.
void check_rows(const Grid& grid) {
  const Line launch = line_of_launch(grid);
  const u64 columns = u64{grid.grid.x} * grid.block.x;
  if (columns < 2 || grid.grid.z * grid.block.z != 1 || launch.number == 0) return;
  if (!kernel_says(launch, "blockIdx.y") || !kernel_says(launch, "threadIdx.y") || kernel_says(launch, "gridDim.y"))
    return;
  const std::vector<u32> words = numbers_in(grid);
  for (const Region* const region : arrays_in(grid)) {
    for (const u64 width : words) {
      for (const u64 rows : words) {
        if (rows < 2 || width < 2 || width > columns || columns > 2 * width + 1024 ||
            element_size(region->high - region->low, width * rows) == 0)
          continue;
        found({Message::elements_left_out,
               launch_text(grid) + " has one thread in y for " + std::to_string(rows) + " rows",
               "threadIdx.y and blockIdx.y are 0 in all threads: give the block and the grid a second number, dim3 "
               "block(16, 16) and dim3 grid((width + 15) / 16, (height + 15) / 16)"});
        return;
      }
    }
  }
}

void check_left_out(const Grid& grid, const std::vector<Recorder*>&) {
  if (kernel_run().failed_block != ~u64{0} || many_threads) return;
  check_gaps(grid);
  if (grid.grid.y * grid.block.y == 1) check_rows(grid);
  const u64 block = grid.block.x, threads = grid.grid.x * block;
  if (grid.grid.y * grid.grid.z * grid.block.y * grid.block.z != 1) return;
  const std::vector<u32> words = numbers_in(grid);
  for (const u64 n : words) {
    // Far fewer threads than elements: the last block, which is always checked, has none of the rest either, so no
    // thread takes another element. Other launches may be meant to do that.
    const bool far = threads + block <= n;
    if (threads >= n || (far && grid.grid.x < 2)) continue;
    const Array* written = nullptr;
    std::vector<Array> arrays;
    arrays.reserve(words.size());
    for (const Region* const region : arrays_in(grid)) {
      const u64 width = element_size(region->high - region->low, n);
      if (width == 0) continue;
      const bool stored = region->cells[((threads - 1) * width) / 4].writer >= global_ledger.first_slot;
      arrays.push_back({region, width, stored});
      if (stored && holds_data(arrays.back(), threads)) written = &arrays.back();
    }
    const bool all = written && std::all_of(arrays.begin(), arrays.end(),
                                            [&](const Array& array) { return ends_with_threads(array, threads); });
    const std::string launch = launch_text(grid);
    if (!all || launch.empty()) continue;
    const auto a = find_allocation(reinterpret_cast<const void*>(written->region->low));
    const std::string what =
        launch + " has " + std::to_string(threads) + " threads for " + std::to_string(n) + " elements";
    const std::string detail = "the last " + std::to_string(n - threads) + " of the array allocated" +
                               (a ? site_text(a->site) : "") +
                               " are neither read nor written: round the number of blocks up, (n + " +
                               std::to_string(block - 1) + ") / " + std::to_string(block);
    if (far) {
      found_if_last(*written->region, what, detail + ", or let each thread go on by gridDim.x * blockDim.x");
    } else {
      found({Message::elements_left_out, what, detail});
    }
    return;
  }
}

const Listener ends(moments.grid_checked, check_left_out);

}  // namespace
}  // namespace cuda_emulator::microscope
