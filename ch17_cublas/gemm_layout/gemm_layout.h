// c = a b by cuBLAS, for matrices that are stored by columns or by rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "common/cublas.h"

namespace gemm_layout {

// Which elements are neighbours in memory: those of a column, as in cuBLAS, or those of a row, as in
// C++.
enum class Order { columns, rows };

// A matrix in device memory, which it does not own. leading is its leading dimension: the number of elements between
// the starts of two consecutive columns (or rows). It is at least the length of one, and more if the matrix is part of
// a larger one.
template <typename Element>
struct Matrix {
  Element* data;
  int rows, cols;
  Order order;
  int leading;
};

// The index of an element in memory.
inline std::size_t place(int row, int col, Order order, int leading) {
  return order == Order::columns ? row + std::size_t(col) * leading : col + std::size_t(row) * leading;
}

// The number of elements from a matrix' first element to its last.
inline std::size_t extent(int rows, int cols, Order order, int leading) {
  return rows == 0 || cols == 0 ? 0 : place(rows - 1, cols - 1, order, leading) + 1;
}

// The rungs. c = a b, where a has c's rows, b has c's columns, and a has as many columns as b has rows; any of these
// may be 0. Each takes matrices in the orders that the ladder names and with any leading dimension; elements of c's
// memory that are not elements of c are not changed. The work is enqueued in stream. They throw LibraryError, for
// example for a leading dimension that is too small.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
              cudaStream_t stream);
  Order a, b, c;     // how the matrices are stored
  const char* call;  // the arguments of gemm, as text
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// Calls with a wrong argument, on matrices of 2 x 2 doubles in device memory.
struct Mistake {
  const char* what;
  cublasStatus_t (*make)(cublasHandle_t handle, const double* a, const double* b, double* c);
};
const std::vector<Mistake>& mistakes();

}  // namespace gemm_layout
