// The residuals of a solution.
#include <algorithm>

#include "ch18_cusolver/linear_solve/linear_solve.h"
#include "common/values.h"

namespace linear_solve {

namespace {

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double v : x) most = worse(std::abs(v), most);
  return most;
}

std::vector<double> residual(const std::vector<double>& a, std::vector<double> b, const std::vector<double>& x,
                             Shape shape) {
  for (int j = 0; j < shape.cols; ++j)
    for (int i = 0; i < shape.rows; ++i) b[i] -= a[i + std::size_t(j) * shape.rows] * x[j];
  return b;
}

// The largest sum of absolute values over a row, and over a column.
struct Norms {
  double rows, cols;
};
Norms norms(const std::vector<double>& a, Shape shape) {
  std::vector<double> of_row(shape.rows), of_col(shape.cols);
  for (int j = 0; j < shape.cols; ++j)
    for (int i = 0; i < shape.rows; ++i) {
      of_row[i] += std::abs(a[i + std::size_t(j) * shape.rows]);
      of_col[j] += std::abs(a[i + std::size_t(j) * shape.rows]);
    }
  return {largest(of_row), largest(of_col)};
}

}  // namespace

double residual_cpu(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& x,
                    Shape shape) {
  const double left = largest(residual(a, b, x, shape));
  return left == 0 ? 0 : left / (norms(a, shape).rows * largest(x) + largest(b));
}

double normal_residual_cpu(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& x,
                           Shape shape) {
  const std::vector<double> r = residual(a, b, x, shape);
  double left = 0;
  for (int j = 0; j < shape.cols; ++j) {
    double sum = 0;
    for (int i = 0; i < shape.rows; ++i) sum += a[i + std::size_t(j) * shape.rows] * r[i];
    left = worse(std::abs(sum), left);
  }
  const Norms n = norms(a, shape);
  return left == 0 ? 0 : left / (n.cols * (n.rows * largest(x) + largest(b)));
}

}  // namespace linear_solve
