// Solve a system with every rung, show the refinement, fit more equations than unknowns; on request use a matrix that a
// method cannot solve.
#include <cstdio>

#include "ch18_cusolver/linear_solve/linear_solve.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace linear_solve;

// Symmetric, and positive definite: each diagonal element is larger than the sum of all others in its row.
std::vector<double> positive_definite(std::size_t n, unsigned seed) {
  std::vector<double> a = random_reals<double>(n * n, -1, 1, seed);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) a[i + j * n] = a[j + i * n];
    a[j + j * n] = static_cast<double>(n);
  }
  return a;
}

// The matrix of the exhibits: its column k is 0, or its diagonal element k negative.
std::vector<double> spoilt(std::size_t n, bool singular, unsigned seed) {
  std::vector<double> a = positive_definite(n, seed);
  const std::size_t k = n / 2;
  for (std::size_t i = 0; i < n && singular; ++i) a[i + k * n] = a[k + i * n] = 0;
  if (!singular) a[k + k * n] = -1;
  return a;
}

void show_rungs(Lesson& lesson, int n) {
  const Handles handles;
  const Shape shape{n, n};
  const std::vector<double> a = positive_definite(n, lesson.seed()),
                            b = random_reals<double>(n, -1, 1, lesson.seed() + 1);
  const DeviceBuffer<double> d_a(a), d_b(b);
  DeviceBuffer<double> d_x(n);
  Memory memory(shape);
  const double cubed = std::pow(n, 3);
  const double operations[] = {cubed * 2 / 3, cubed / 3, cubed * 4 / 3, cubed * 2 / 3};

  std::vector<std::vector<std::string>> lines{{"rung", "ms", "GFLOP/s", "residual", "bound"}};
  for (std::size_t i = 0; i < std::size(ladder()); ++i) {
    const Rung& rung = ladder()[i];
    d_x.fill_bytes(0xFF);
    const double ms =
        median_host_ms([&] { rung.run(handles, d_a.data(), d_b.data(), d_x.data(), shape, memory); }, lesson.repeats());
    const double left = residual_cpu(a, b, d_x.to_host(), shape);
    lesson.expect(left <= residual_bound(n), std::string(rung.name) + " does not solve the system");
    lines.push_back({rung.name, format("%.3f", ms), format("%.1f", operations[i] / ms / 1e6), format("%.1e", left),
                     format("%.1e", residual_bound(n))});
  }
  print_table(format("%d equations", n), lines,
              "Cholesky needs half of LU's operations, QR twice as many. Times include copying the matrix and waiting "
              "for devInfo.",
              lesson.files());

  std::printf("\nrefined, residual before and after each step, relative to b:");
  for (const double left : refine(handles, d_a.data(), d_b.data(), d_x.data(), shape, memory))
    std::printf(" %.1e", left);
  std::printf("\n\n");
}

void show_least_squares(Lesson& lesson, int rows, int cols) {
  const Handles handles;
  const Shape shape{rows, cols};
  const auto a = random_reals<double>(std::size_t(rows) * cols, -1, 1, lesson.seed());
  const auto b = random_reals<double>(rows, -1, 1, lesson.seed() + 1);
  const DeviceBuffer<double> d_a(a), d_b(b);
  DeviceBuffer<double> d_x(cols);
  Memory memory(shape);
  d_x.fill_bytes(0xFF);
  const double ms = median_host_ms([&] { ladder()[2].run(handles, d_a.data(), d_b.data(), d_x.data(), shape, memory); },
                                   lesson.repeats());
  const std::vector<double> x = d_x.to_host();
  const double left = residual_cpu(a, b, x, shape), normal = normal_residual_cpu(a, b, x, shape);
  lesson.expect(normal <= residual_bound(rows), "qr has not found the least squares solution");
  std::printf("qr, %d equations for %d unknowns: %.3f ms; residual %.2f of b, and A' times it %.1e\n", rows, cols, ms,
              left, normal);
}

void show_exhibit(int n, bool singular, unsigned seed) {
  const Handles handles;
  const Shape shape{n, n};
  const DeviceBuffer<double> d_a(spoilt(n, singular, seed)), d_b(random_reals<double>(n, -1, 1, seed + 1));
  DeviceBuffer<double> d_x(n);
  Memory memory(shape);
  ladder()[singular ? 0 : 1].run(handles, d_a.data(), d_b.data(), d_x.data(), shape, memory);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("linear_solve", "Systems of equations: LU, Cholesky, QR, and LU in single precision with refinement.");
  const std::size_t& n = lesson.size("--n", 4096, 64, "equations and unknowns", 1, 32'768);
  const std::size_t& rows = lesson.size("--rows", 20'000, 200, "equations of the least squares", 1, 1 << 20);
  const std::size_t& cols = lesson.size("--cols", 500, 20, "unknowns of the least squares", 1, 32'768);
  const bool& singular =
      lesson.flag("--singular", "give lu a matrix that has a column of zeros, which ends with an error");
  const bool& indefinite =
      lesson.flag("--indefinite", "give cholesky a matrix that is not positive definite, which ends with an error");
  return lesson.main(argc, argv, [&] {
    if (rows < cols) throw UsageError("--rows must be at least --cols: qr needs as many equations as unknowns");
    if (singular || indefinite) return show_exhibit(static_cast<int>(n), singular, lesson.seed());
    show_rungs(lesson, static_cast<int>(n));
    show_least_squares(lesson, static_cast<int>(rows), static_cast<int>(cols));
  });
}
