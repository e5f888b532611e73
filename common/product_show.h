// Shared by the programs of the product lessons (SHARES common/product_show.cpp): run a ladder, check its results,
// compare the times.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "common/lesson.h"
#include "common/parallel.h"
#include "common/product.h"

namespace product {

// A few rows, spread over the matrix from first to last: the reference of a large product would take minutes.
std::vector<std::size_t> rows_to_check(std::size_t rows);

template <typename Real>
std::vector<Real> take_rows(const std::vector<Real>& matrix, std::size_t cols, const std::vector<std::size_t>& rows) {
  std::vector<Real> taken;
  for (const std::size_t row : rows)
    taken.insert(taken.end(), matrix.begin() + row * cols, matrix.begin() + (row + 1) * cols);
  return taken;
}

// The reference by several threads, one row each.
template <typename Real>
std::vector<Real> multiply_by_threads(const std::vector<Real>& a, const std::vector<Real>& b, Shape shape) {
  std::vector<Real> c(shape.rows * shape.cols);
  for_parts(shape.rows, 1, [&](std::size_t row, std::size_t end) { multiply_rows_cpu(a, b, shape, row, end, c); });
  return c;
}

// Throws UsageError for a product whose matrices would not fit into any memory.
void check_shape(Shape shape);

// For float and double.
template <typename Real>
void show(Lesson& lesson, std::span<const Rung<Real>> ladder, Shape shape, const char* what_to_see);

// The sides as options. --n alone is enough: it gives the product of two square matrices.
struct Sides {
  std::size_t &rows, &inner, &cols;
  Sides(Lesson& lesson, std::size_t n, std::size_t small);
  Shape shape() const { return {rows, inner > 0 ? inner : rows, cols > 0 ? cols : rows}; }
};

}  // namespace product
