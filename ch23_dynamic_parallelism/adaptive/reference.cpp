// The subdivision on the CPU, for an image whose dwells are already known.
#include "ch23_dynamic_parallelism/adaptive/adaptive.h"

namespace adaptive {
namespace {
void fill_cpu(std::vector<Dwell>& dwells, int rows, int cols, int level, int top, int left) {
  const int side = sides[level];
  const int bottom = std::min(top + side, rows) - 1, right = std::min(left + side, cols) - 1;
  const auto at = [&](int row, int col) -> Dwell& { return dwells[std::size_t{1} * row * cols + col]; };
  bool one_dwell = true;
  for (int col = left; col <= right && one_dwell; ++col)
    one_dwell = at(top, col) == at(top, left) && at(bottom, col) == at(top, left);
  for (int row = top; row <= bottom && one_dwell; ++row)
    one_dwell = at(row, left) == at(top, left) && at(row, right) == at(top, left);
  if (one_dwell) {
    const Dwell first = at(top, left);
    for (int row = top; row <= bottom; ++row)
      for (int col = left; col <= right; ++col) at(row, col) = first;
  } else if (level + 1 < levels) {
    for (int row = top; row <= bottom; row += sides[level + 1])
      for (int col = left; col <= right; col += sides[level + 1]) fill_cpu(dwells, rows, cols, level + 1, row, col);
  }
}
}  // namespace

std::vector<Dwell> filled_cpu(std::vector<Dwell> dwells, int rows, int cols) {
  for (int row = 0; row < rows; row += sides[0])
    for (int col = 0; col < cols; col += sides[0]) fill_cpu(dwells, rows, cols, 0, row, col);
  return dwells;
}

}  // namespace adaptive
