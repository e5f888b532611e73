// A small product in every storage order, calls with wrong arguments, and the time of each order.
#include <algorithm>
#include <cstdio>
#include <string>

#include "ch17_cublas/gemm_layout/storage.h"
#include "common/lesson.h"
#include "common/product_show.h"
#include "common/values.h"

namespace {

using namespace gemm_layout;
using product::Shape;

const CublasHandle& handle() {
  static const CublasHandle made;
  return made;
}

// [0 2 4; 1 3 5] times [0 3; 1 4; 2 5], by rows.
void show_small(Lesson& lesson) {
  constexpr Shape shape = {2, 3, 2};
  const std::vector<double> a = {0, 2, 4, 1, 3, 5}, b = {0, 3, 1, 4, 2, 5}, c = {10, 28, 13, 40};
  std::vector<std::vector<std::string>> lines{
      {"rung", "a in memory", "b in memory", "c in memory", "gemm's arguments"}};
  for (const auto& rung : ladder<double>()) {
    Operands<double> operands(rung, a, b, shape, 0);
    rung.run(handle(), operands.a(), operands.b(), operands.c(), nullptr);
    lesson.expect(operands.result() == c, rung.name);
    const auto text = [](const std::vector<double>& memory) {
      std::string line;
      for (const double element : memory) line += format(line.empty() ? "%g" : " %g", element);
      return line;
    };
    lines.push_back(
        {rung.name, text(operands.a_memory()), text(operands.b_memory()), text(operands.c_memory()), rung.call});
  }
  print_table("[0 2 4; 1 3 5] [0 3; 1 4; 2 5] = [10 28; 13 40], with m = 2, n = 2, k = 3", lines,
              "The same matrices, stored in different orders, and the arguments for each: no matrix is moved.",
              lesson.files());
}

void show_mistakes(Lesson& lesson) {
  const DeviceBuffer<double> a(std::vector<double>{1, 2, 3, 4});
  DeviceBuffer<double> c(4);
  std::vector<std::vector<std::string>> lines{{"wrong", "status", "what cuBLAS says of it"}};
  for (const Mistake& mistake : mistakes()) {
    const cublasStatus_t status = mistake.make(handle(), a.data(), a.data(), c.data());
    lines.push_back({mistake.what, cublasGetStatusName(status), cublasGetStatusString(status)});
  }
  std::printf("\n");
  print_table("calls with a wrong argument", lines,
              "The last call is wrong too, but cuBLAS cannot detect it: it computes a different product.",
              lesson.files());
}

template <typename Real>
void show_times(Lesson& lesson, std::size_t n, std::size_t leading) {
  const Shape shape = {n, n, n};
  const std::vector<Real> a = random_reals<Real>(n * n, 0, 1, lesson.seed());
  const std::vector<Real> b = random_reals<Real>(n * n, 0, 1, lesson.seed() + 1);
  const std::vector<std::size_t> rows = product::rows_to_check(n);
  const std::vector<Real> expected =
      product::multiply_by_threads(product::take_rows(a, n, rows), b, Shape{rows.size(), n, n});
  Report& report = lesson.report({.flops = 2.0 * n * n * n,
                                  .ceiling = sizeof(Real) == 4 ? Ceiling::fp32 : Ceiling::fp64,
                                  .bound = product::error_bound<Real>(n)},
                                 format("%zu x %zu, %s", n, n, sizeof(Real) == 4 ? "float" : "double"));
  Operands<Real>* written = nullptr;  // the operands of the rung that is timed
  report.writes([&] { written->forget(); });
  for (const auto& rung : ladder<Real>()) {
    Operands<Real> operands(rung, a, b, shape, leading);
    written = &operands;
    report.rung(
        rung.name, [&] { rung.run(handle(), operands.a(), operands.b(), operands.c(), nullptr); },
        [&] { return max_relative_error(product::take_rows(operands.result(), n, rows), expected); });
  }
  std::printf("\n");
  report.print("cuBLAS has kernels for every order: a program passes the order in which its matrices are stored.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("gemm_layout", "Products of matrices that are stored by columns or by rows, by cuBLAS.");
  const std::size_t& n = lesson.size("--n", 4096, 96, "sides of the matrices that are timed", 1, 40'000);
  const std::size_t& leading =
      lesson.size("--leading", 0, 0, "leading dimension of the matrices that are timed; 0: n", 0, 80'000);
  return lesson.main(argc, argv, [&] {
    show_small(lesson);
    show_mistakes(lesson);
    if (lesson.single()) {
      show_times<float>(lesson, n, leading);
    } else {
      show_times<double>(lesson, n, leading);
    }
  });
}
