// Solve the same equations by conjugate gradients and by factorisations, on finer and finer grids: steps, residuals,
// times.
#include <cstdio>

#include "ch18_cusolver/sparse_solve/sparse_solve.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace sparse_solve;

void show(Lesson& lesson, int most, int largest_dense, double tolerance) {
  std::vector<std::vector<std::string>> lines{
      {"rung", "grid", "ms", "steps", "at most in theory", "us per step", "residual", "differs by"}};
  for (int side = most / 4; side <= most; side *= 2) {
    const Csr a = poisson(side);
    const auto b = random_reals<double>(a.rows(), -1, 1, lesson.seed());
    std::vector<double> first;
    for (const Rung& rung : ladder()) {
      const std::string grid = format("%d x %d", side, side);
      if (rung.run == dense && side > largest_dense) {
        lines.push_back({rung.name, grid, format("more than %d x %d", largest_dense, largest_dense)});
        continue;
      }
      Solution solution;
      std::vector<double> times;
      const int repeats = std::min(lesson.repeats(), 3);
      for (int i = 0; i < 1 + repeats; ++i) {  // the first one loads code
        solution = rung.run(a, b, tolerance);
        if (i > 0) times.push_back(solution.solve_ms);
      }
      const double ms = median(times), left = residual_cpu(a, b, solution.x);
      const bool iterates = solution.steps > 0;
      // Conjugate gradients update r themselves; rounding makes it differ from the true residual by less than this.
      const double bound = (iterates ? tolerance : 0) + 1e-12 * condition(side);
      lesson.expect(left <= bound, std::string(rung.name) + " does not solve the equations");
      if (first.empty()) first = solution.x;
      const double theory = steps_in_theory(side, tolerance / std::sqrt(condition(side)));
      if (iterates) lesson.expect(solution.steps <= theory + between, std::string(rung.name) + " takes too many steps");
      lines.push_back({rung.name, grid, format("%.3f", ms), iterates ? format("%d", solution.steps) : "",
                       iterates ? format("%.0f", theory) : "",
                       iterates ? format("%.2f", ms * 1e3 / solution.steps) : "", format("%.1e", left),
                       format("%.1e", norm_error(solution.x, first))});
    }
  }
  print_table("Poisson's equation", lines,
              "Twice the points per side need twice the steps. A graph starts the kernels of a step with one launch: "
              "compare the time per step for small grids.",
              lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("sparse_solve", "Sparse equations: conjugate gradients of our own on cuSPARSE, and factorisations.");
  const std::size_t& side = lesson.size("--side", 256, 48,
                                        "points per side of the finest grid; two others have half and a "
                                        "quarter",
                                        4, 4096);
  const std::size_t& dense_side =
      lesson.size("--dense", 128, 12, "points per side of the finest grid for dense", 1, 141);
  const double& tolerance = lesson.real("--tolerance", 1e-8, "at which conjugate gradients end", 1e-10, 0.1);
  return lesson.main(argc, argv,
                     [&] { show(lesson, static_cast<int>(side), static_cast<int>(dense_side), tolerance); });
}
