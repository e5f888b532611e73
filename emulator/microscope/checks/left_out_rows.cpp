// A grid of rows and columns that is too small in one of them: the numbers of blocks in x and y exchanged, or rounded
// down. Only some blocks are checked, so what the grid covers follows from its size; the checked blocks show that x
// counts the columns and y the rows of an array, and that nothing behind the last thread's column or row was accessed.
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u64 fewest = 3;  // columns or rows: fewer may be an edge that is left out on purpose

struct Image {
  const Region& region;
  u64 columns, rows, size;

  std::uintptr_t at(u64 row, u64 column) const { return region.low + (row * columns + column) * size; }
  bool is_of_block(u64 row, u64 column, u64 block) const {
    const u32 writer = region.cell(at(row, column)).writer;
    return writer >= global_ledger.first_slot && record_of(global_ledger, writer).block == block;
  }
  bool is_untouched(u64 row, u64 column) const { return !is_touched(region.cell(at(row, column))); }
  // Elements that were never written are reported when they are copied.
  bool holds_data(u64 row, u64 column) const {
    u32 word = poison;
    const DeviceAccess open;
    std::memcpy(&word, reinterpret_cast<const void*>(at(row, column) & ~std::uintptr_t{3}), sizeof word);
    return word != (region.poisoned ? poison : 0) || !region.poisoned;
  }
};

struct Threads {
  u64 x, y, block_x, block_y, blocks_x, blocks_y;
};

// Do the first block, the next one and the last one write the elements of their own threads, x by x in a row?
bool is_one_element_each(const Image& image, const Threads& t) {
  if (t.block_x >= image.columns || t.block_y >= image.rows) return false;
  for (u64 row = 0; row < t.block_y; ++row) {
    // A word may hold elements of two blocks.
    for (u64 column = 0; column < t.block_x; column += std::max<u64>(1, 4 / image.size)) {
      const bool last = column + 4 / image.size >= t.block_x;
      if (!last && !image.is_of_block(row, column, 0)) return false;
    }
  }
  const u64 middle = t.block_x / 2;
  return t.blocks_x > 1 ? image.is_of_block(0, t.block_x + middle, 1) : image.is_of_block(t.block_y, middle, 1);
}

// The elements behind the last thread's, beside the first block or below it.
bool is_left_out(const Image& image, const Threads& t) {
  if (t.x < image.columns) {
    const u64 first = t.x + 4 / image.size;  // a word may hold the last thread's element too
    for (u64 row = 0; row + 1 < t.block_y; ++row) {
      for (u64 column = first; column + 4 / image.size < image.columns; ++column) {
        if (!image.is_untouched(row, column)) return false;
      }
    }
    return first < image.columns && image.holds_data(0, first);
  }
  for (u64 row = t.y; row < image.rows; ++row) {
    for (u64 column = row == t.y ? 4 : 0; column + 4 < image.columns; ++column) {
      if (!image.is_untouched(row, column)) return false;
    }
  }
  return image.holds_data(t.y, image.columns / 2);
}

u64 rounded_up(u64 n, u64 block) {
  return (n + block - 1) / block;
}

void check_image(const Grid& grid, const Image& image, const Threads& t, const std::vector<u32>& words) {
  const bool swapped = t.blocks_x == rounded_up(image.rows, t.block_x) &&
                       t.blocks_y == rounded_up(image.columns, t.block_y) &&
                       ((t.x < image.columns && t.y >= image.rows + t.block_y) ||
                        (t.y < image.rows && t.x >= image.columns + t.block_x));
  const auto is_short = [&](u64 threads, u64 block, u64 n) {
    // A number that the grid was computed for: a part of the image on purpose.
    const auto counts = [&](u64 word) { return word > threads - block && word <= threads; };
    return threads + fewest <= n && n < threads + block && std::none_of(words.begin(), words.end(), counts);
  };
  const bool columns = !swapped && is_short(t.x, t.block_x, image.columns) &&
                       (t.y >= image.rows || is_short(t.y, t.block_y, image.rows)),
             rows = !swapped && !columns && t.x >= image.columns && is_short(t.y, t.block_y, image.rows);
  if (!swapped && !columns && !rows) return;
  const std::string launch = launch_text(grid);
  if (launch.empty() || !is_one_element_each(image, t) || !is_left_out(image, t)) return;
  const bool in_x = t.x < image.columns;
  const std::string what = launch + " has " + std::to_string(in_x ? t.x : t.y) + " threads in " + (in_x ? "x" : "y") +
                           " for " + std::to_string(in_x ? image.columns : image.rows) + (in_x ? " columns" : " rows");
  const std::string right = "dim3 grid((columns + " + std::to_string(t.block_x - 1) + ") / " +
                            std::to_string(t.block_x) + ", (rows + " + std::to_string(t.block_y - 1) + ") / " +
                            std::to_string(t.block_y) + ")";
  if (swapped) {
    found({Message::elements_left_out, what,
           "and " + std::to_string(in_x ? t.y : t.x) + " threads in " + (in_x ? "y" : "x") + " for " +
               std::to_string(in_x ? image.rows : image.columns) + (in_x ? " rows" : " columns") +
               ": the two are exchanged, x counts the columns in this kernel: " + right});
  } else {
    const u64 rest = in_x ? image.columns - t.x : image.rows - t.y;
    found_if_last(image.region, what,
                  "the last " + std::to_string(rest) + (in_x ? " columns" : " rows") +
                      " are neither read nor written: round the number of blocks up, " + right);
  }
}

// The same for the planes of a volume, z rounded down: all after the last block's are untouched.
void check_volume(const Grid& grid, const Region& region, u64 columns, u64 rows, u64 planes) {
  const u64 x = u64{grid.grid.x} * grid.block.x, y = u64{grid.grid.y} * grid.block.y,
            z = u64{grid.grid.z} * grid.block.z;
  if (x < columns || y < rows || z + fewest > planes || planes >= z + grid.block.z) return;
  if (x >= columns + grid.block.x || y >= rows + grid.block.y) return;
  const u64 size = element_size(region.high - region.low, columns * rows * planes);
  if (size < 4) return;
  const Image volume{region, columns, rows * planes, size};
  const u64 last_row = (z - 1) * rows + u64{grid.grid.y - 1} * grid.block.y,
            last_column = u64{grid.grid.x - 1} * grid.block.x, first = z * rows;
  if (!volume.is_of_block(0, 0, 0) || !volume.is_of_block(last_row, last_column, kernel_run().blocks - 1)) return;
  for (u64 row = first; row < rows * planes; ++row) {
    for (u64 column = 0; column < columns; ++column) {
      if (!volume.is_untouched(row, column)) return;
    }
  }
  const std::string launch = launch_text(grid);
  if (launch.empty() || !volume.holds_data(first, 0)) return;
  found_if_last(region,
                launch + " has " + std::to_string(z) + " threads in z for " + std::to_string(planes) + " planes",
                "the last " + std::to_string(planes - z) +
                    " planes are neither read nor written: round the number of blocks up, (planes + " +
                    std::to_string(grid.block.z - 1) + ") / " + std::to_string(grid.block.z));
}

void check_planes(const Grid& grid) {
  const Line launch = line_of_launch(grid);
  if (grid.block.z < 2 || launch.number == 0) return;
  if (!kernel_says(launch, "blockIdx.z") || kernel_says(launch, "gridDim")) return;
  std::vector<u32> words = numbers_in(grid);
  // A number that the grid was computed for: a part of the volume on purpose.
  const u64 z = u64{grid.grid.z} * grid.block.z;
  if (std::any_of(words.begin(), words.end(), [&](u64 word) { return word > z - grid.block.z && word <= z; })) return;
  std::erase_if(words, [](u32 word) { return word < 2 || word > 1 << 20; });
  for (const Region* const region : arrays_in(grid)) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::size_t k = 0; k < words.size(); ++k) {
        for (std::size_t l = 0; l < words.size(); ++l) {
          if (i != k && i != l && k != l) check_volume(grid, *region, words[i], words[k], words[l]);
        }
      }
    }
  }
}

void check_left_out_columns(const Grid& grid, const std::vector<Recorder*>&) {
  if (kernel_run().failed_block != ~u64{0} || many_threads) return;
  check_planes(grid);
  const dim3 b = grid.block, g = grid.grid;
  const Threads t = {u64{g.x} * b.x, u64{g.y} * b.y, b.x, b.y, g.x, g.y};
  if (grid.grid.z * grid.block.z != 1 || t.block_x < 2 || t.block_y < 2 || t.blocks_x * t.blocks_y < 2) return;
  const Line launch = line_of_launch(grid);
  if (!kernel_says(launch, "blockIdx.x") || !kernel_says(launch, "blockIdx.y") || kernel_says(launch, "gridDim"))
    return;
  const std::vector<u32> words = numbers_in(grid);
  for (const Region* const region : arrays_in(grid)) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::size_t k = 0; k < words.size(); ++k) {
        const u64 columns = words[i], rows = words[k], size = element_size(region->high - region->low, columns * rows);
        if (i == k || columns < 8 || rows < 8 || (columns <= t.x && rows <= t.y) || size == 0) continue;
        check_image(grid, {*region, columns, rows, size}, t, words);
      }
    }
  }
}

const Listener ends(moments.grid_checked, check_left_out_columns, 1);

}  // namespace
}  // namespace cuda_emulator::microscope
