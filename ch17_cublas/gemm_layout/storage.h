// Matrices in device memory in a rung's orders, from and to host arrays that are stored by rows.
#pragma once

#include <algorithm>
#include <vector>

#include "ch17_cublas/gemm_layout/gemm_layout.h"
#include "common/owners.h"
#include "common/product.h"

namespace gemm_layout {

// The contents of memory for a matrix of rows x cols elements, given by rows. Elements between columns are filler.
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

// The three matrices of a product, in a rung's orders. leading is the leading dimension of all three; 0: the smallest
// possible. It is not checked here: cuBLAS reports one that is too small.
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
