// The roof as text: '/' where memory is the limit, '-' where arithmetic is, a letter for each kernel.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ch05_timing/roofline/roofline.h"

namespace roofline {
namespace {

constexpr int least_intensity = -4, most_intensity = 12;  // powers of two, flop per byte
constexpr int columns_a_mark = 4;
constexpr int columns = (most_intensity - least_intensity) * columns_a_mark + 1;
constexpr int rows_below = 12;  // a factor of two each

int column_of(double intensity) {
  const double column = (std::log2(intensity) - least_intensity) * columns_a_mark;
  return static_cast<int>(std::lround(std::clamp(column, 0.0, columns - 1.0)));
}

int row_of(double flops, double most) {
  return static_cast<int>(std::lround(std::clamp(std::log2(most / flops), 0.0, rows_below + 0.0)));
}

}  // namespace

std::string chart(double bytes_per_second, double flops_per_second, const std::vector<Point>& points) {
  std::vector<std::string> lines(rows_below + 1, std::string(columns, ' '));
  for (int column = 0; column < columns; ++column) {
    const double intensity = std::exp2(least_intensity + static_cast<double>(column) / columns_a_mark);
    const double roof = std::min(flops_per_second, intensity * bytes_per_second);
    lines[row_of(roof, flops_per_second)][column] = roof < flops_per_second ? '/' : '-';
  }
  for (const Point& point : points)
    lines[row_of(point.flops, flops_per_second)][column_of(point.intensity)] = point.letter;

  std::string text = "   GFLOP/s\n";
  char cell[32];
  for (int row = 0; row <= rows_below; ++row) {
    std::snprintf(cell, sizeof cell, "%10.3g |", flops_per_second / std::exp2(row) / 1e9);
    text += cell + lines[row].substr(0, lines[row].find_last_not_of(' ') + 1) + "\n";
  }
  text += "           +" + std::string(columns, '-') + "\n           ";
  for (int mark = least_intensity; mark < most_intensity; mark += 2) {
    std::snprintf(cell, sizeof cell, "%-*g", 2 * columns_a_mark, std::exp2(mark));
    text += cell;
  }
  return text + " flop per byte\n";
}

}  // namespace roofline
