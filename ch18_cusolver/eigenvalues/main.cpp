// Compute the eigenvalues of a symmetric matrix, from a file or of random numbers, then of many small ones at once;
// check residuals and orthogonality, compare the times.
#include <algorithm>
#include <cstdio>

#include "ch18_cusolver/eigenvalues/eigenvalues.h"
#include "common/lesson.h"
#include "common/matrix_market.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace eigenvalues;

std::vector<double> random_symmetric(std::size_t n, unsigned seed) {
  std::vector<double> a = random_reals<double>(n * n, -1, 1, seed);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < j; ++i) a[i + j * n] = a[j + i * n];
  return a;
}

std::vector<double> symmetric_from(const std::string& file) {
  const MarketMatrix m = read_matrix_market(file);
  if (m.rows != m.cols) throw UsageError(file + ": the matrix is not square");
  const std::vector<double> a = m.dense();
  for (int j = 0; j < m.cols; ++j)
    for (int i = 0; i < j; ++i)
      if (a[i + std::size_t(j) * m.rows] != a[j + std::size_t(i) * m.rows])
        throw UsageError(format("%s: the matrix is not symmetric in row %d, column %d", file.c_str(), i + 1, j + 1));
  return a;
}

template <typename Real>
void show(Lesson& lesson, const CusolverHandle& handle, const std::vector<double>& matrices, int n, int count) {
  const std::vector<Real> a(matrices.begin(), matrices.end());
  const DeviceBuffer<Real> d_a(a);
  DeviceBuffer<Real> d_v(a.size()), d_w(std::size_t(n) * count);
  DeviceBuffer<int> d_info(count);
  const Task<Real> task{d_v.data(), n, count, CUBLAS_FILL_MODE_LOWER, d_w.data(), d_info.data()};

  std::vector<std::vector<std::string>> lines{
      {"rung", "ms", "workspace bytes", "residual / n u", "orthogonality / n u", "eigenvalues differ by"}};
  std::vector<Real> first;
  for (const Rung<Real>& rung : ladder<Real>()) {
    if (rung.batched && (n > most_batched || count == 1)) continue;
    const int size = rung.size(handle, task);
    DeviceBuffer<Real> d_work(size);
    const auto restore = [&] {
      check(cudaMemcpy(d_v.data(), d_a.data(), d_a.bytes(), cudaMemcpyDeviceToDevice));
      d_w.fill_bytes(0xFF);
      d_info.fill_bytes(0xFF);
    };
    const double ms = median_ms([&] { rung.run(handle, task, d_work.data(), size); }, lesson.repeats(),
                                lesson.warm_ups(), {.each = restore});
    require_success(d_info.to_host(), rung.name);
    Quality worst{0, 0};
    for (int i = 0; i < count; i += std::max(count / 4, 1)) {
      const std::size_t place = std::size_t(i) * n * n;
      const Quality q = quality_of(d_a.data() + place, d_v.data() + place, d_w.data() + std::size_t(i) * n, n);
      worst = {worse(q.residual, worst.residual), worse(q.orthogonality, worst.orthogonality)};
    }
    lesson.expect(worst.residual <= rung.bound(n) && worst.orthogonality <= rung.bound(n),
                  std::string(rung.name) + "'s vectors are not those of the matrix");
    const std::vector<Real> w = d_w.to_host();
    if (first.empty()) first = w;
    lines.push_back({rung.name, format("%.3f", ms), format("%zu", d_work.bytes()), format("%.3f", worst.residual),
                     format("%.3f", worst.orthogonality), format("%.1e", max_absolute_error(w, first))});
  }
  print_table(format("%d matrices of %d * %d", count, n, n), lines,
              "u is half an epsilon; rounding leaves errors of a few n u. The methods' times depend on n and on the "
              "number of matrices.",
              lesson.files());
  if (count == 1) {
    std::printf("\neigenvalues:");
    for (int i = 0; i < std::min(n, 6); ++i) std::printf(" %.6g", static_cast<double>(first[i]));
    std::printf(n > 6 ? " ... %.6g\n" : "\n", static_cast<double>(first.back()));
  }
  std::printf("\n");
}

template <typename Real>
void show_all(Lesson& lesson, int n, const std::string& file, int small, int count) {
  const CusolverHandle handle;
  std::vector<double> a = file.empty() ? random_symmetric(n, lesson.seed()) : symmetric_from(file);
  if (!file.empty()) n = static_cast<int>(std::lround(std::sqrt(a.size())));
  show<Real>(lesson, handle, a, n, 1);
  a.clear();
  for (int i = 0; i < count; ++i) {
    const std::vector<double> next = random_symmetric(small, lesson.seed() + i);
    a.insert(a.end(), next.begin(), next.end());
  }
  show<Real>(lesson, handle, a, small, count);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("eigenvalues", "Eigenvalues of symmetric matrices: divide and conquer, and Jacobi's rotations.");
  const std::size_t& n = lesson.size("--n", 1024, 48, "rows of the random matrix", 0, 16'384);
  const std::string& file = lesson.text("--matrix", "", "file with a symmetric matrix in the Matrix Market's format");
  const std::size_t& small = lesson.size("--small", 16, 8, "rows of the small matrices", 1, most_batched);
  const std::size_t& count = lesson.size("--count", 500, 20, "small matrices", 2, 1 << 20);
  return lesson.main(argc, argv, [&] {
    const int rows = static_cast<int>(n), small_rows = static_cast<int>(small), matrices = static_cast<int>(count);
    lesson.single() ? show_all<float>(lesson, rows, file, small_rows, matrices)
                    : show_all<double>(lesson, rows, file, small_rows, matrices);
  });
}
