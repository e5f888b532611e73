// Matrices in device memory in the orders that a rung wants, from and to host arrays that are stored row after row.
#pragma once

#include <algorithm>
#include <vector>

#include "ch17_cublas/gemm_layout/gemm_layout.h"
#include "common/device_buffer.h"
#include "common/product.h"

namespace gemm_layout {

// A matrix of rows x cols elements by rows becomes what stands in memory. What lies between columns is filler.
template <typename Real>
std::vector<Real> stored(const std::vector<Real>& by_rows, int rows, int cols, Order order, int leading, Real filler) {
  std::vector<Real> memory(extent(rows, cols, order, leading), filler);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      memory[place(row, col, order, leading)] = by_rows[std::size_t(row) * cols + col];
  return memory;
}

template <typename Real>
std::vector<Real> by_rows_again(const std::vector<Real>& memory, int rows, int cols, Order order, int leading) {
  std::vector<Real> matrix(std::size_t(rows) * cols);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      matrix[std::size_t(row) * cols + col] = memory[place(row, col, order, leading)];
  return matrix;
}

// The three matrices of a product, as a rung wants them. leading is the leading dimension of all three; 0: as small as
// can be. It is not looked at here: what is too small is left to cuBLAS.
template <typename Real>
class Operands {
 public:
  Operands(const Rung<Real>& rung, const std::vector<Real>& a, const std::vector<Real>& b, product::Shape shape,
           std::size_t leading)
      : rung_(rung),
        rows_(static_cast<int>(shape.rows)),
        inner_(static_cast<int>(shape.inner)),
        cols_(static_cast<int>(shape.cols)),
        leading_(static_cast<int>(leading)),
        a_(stored(a, rows_, inner_, rung.a, leading_of(rows_, inner_, rung.a), Real{0})),
        b_(stored(b, inner_, cols_, rung.b, leading_of(inner_, cols_, rung.b), Real{0})),
        c_(extent(rows_, cols_, rung.c, leading_of(rows_, cols_, rung.c))) {}

  Matrix<const Real> a() const { return {a_.data(), rows_, inner_, rung_.a, leading_of(rows_, inner_, rung_.a)}; }
  Matrix<const Real> b() const { return {b_.data(), inner_, cols_, rung_.b, leading_of(inner_, cols_, rung_.b)}; }
  Matrix<Real> c() { return {c_.data(), rows_, cols_, rung_.c, leading_of(rows_, cols_, rung_.c)}; }

  void forget() { c_.fill_bytes(0xFF); }
  std::vector<Real> result() const {  // by rows
    return by_rows_again(c_.to_host(), rows_, cols_, rung_.c, leading_of(rows_, cols_, rung_.c));
  }
  std::vector<Real> a_memory() const { return a_.to_host(); }
  std::vector<Real> b_memory() const { return b_.to_host(); }
  std::vector<Real> c_memory() const { return c_.to_host(); }

 private:
  int leading_of(int rows, int cols, Order order) const {
    return leading_ > 0 ? leading_ : std::max(1, order == Order::columns ? rows : cols);
  }

  const Rung<Real>& rung_;
  int rows_, inner_, cols_, leading_;
  DeviceBuffer<Real> a_, b_, c_;
};

}  // namespace gemm_layout
