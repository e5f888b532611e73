// Solve a problem with a known solution on finer and finer grids: how fast does the error fall, and how long does a
// solution take?
#include <cstdio>

#include "ch20_cufft/poisson_fft/poisson_fft.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/values.h"

namespace {

using namespace poisson_fft;

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum);
}

template <typename Real>
class Solver {
 public:
  explicit Solver(std::size_t n)
      : grid_{n, n},
        problem_(known_problem(grid_)),
        plans_(grid_.sizes()),
        f_(std::vector<Real>(problem_.f.begin(), problem_.f.end())),
        u_(grid_.points()),
        spectrum_(grid_.frequencies()) {}

  void run(const Rung<Real>& rung) { rung.run(f_.data(), u_.data(), spectrum_.data(), grid_, plans_, nullptr); }
  double error() const { return max_absolute_error(u_.to_host(), problem_.u); }
  // Theory, plus the effect of rounding.
  double bound(const Rung<Real>& rung) const {
    return theory(rung.eigenvalue, grid_.rows) * (1 + 1e-9) + rounding<Real>(problem_);
  }
  // The same in the root of the mean square. That lies closer together: the 2-norm bounds rounding, and of so many
  // points the largest could have all of it.
  double rms_error() const {
    return norm_error(u_.to_host(), problem_.u) * norm(problem_.u) / std::sqrt(static_cast<double>(grid_.points()));
  }
  double rms_bound(const Rung<Real>& rung) const {
    return theory(rung.eigenvalue, grid_.rows) +
           rounding<Real>(problem_) / std::sqrt(static_cast<double>(grid_.points()));
  }
  DeviceBuffer<Real>& u() { return u_; }
  DeviceBuffer<FftComplex<Real>>& spectrum() { return spectrum_; }

 private:
  Grid grid_;
  Problem problem_;
  RealFft<Real> plans_;
  DeviceBuffer<Real> f_, u_;
  DeviceBuffer<FftComplex<Real>> spectrum_;
};

// In double: in single precision rounding hides the theoretical error even on coarse grids.
void show_errors(Lesson& lesson, std::size_t most, const std::string& svg) {
  Plot plot("The largest error on n * n points", "n", "error", Scale::logarithmic, Scale::logarithmic);
  std::vector<Curve> curves;
  std::vector<std::vector<std::string>> lines{{"n"}};
  for (const auto& rung : ladder<double>()) {
    curves.push_back({rung.name, {}});
    lines[0].insert(lines[0].end(), {std::string(rung.name) + " error", "in theory", "fell by"});
  }
  for (std::size_t n = 4; n <= most; n *= 2) {
    Solver<double> solver(n);
    lines.push_back({format("%zu", n)});
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const Rung<double>& rung = ladder<double>()[i];
      auto& points = curves[i].points;
      solver.u().fill_bytes(0xFF);
      solver.run(rung);
      const double error = solver.error();
      lesson.expect(within(error, theory(rung.eigenvalue, n), solver.bound(rung) - theory(rung.eigenvalue, n)),
                    format("%s for n = %zu", rung.name, n));
      lines.back().push_back(format("%.2e", error));
      lines.back().push_back(format("%.2e", theory(rung.eigenvalue, n)));
      lines.back().push_back(points.empty() ? "" : format("%.2f", points.back().second / error));
      points.push_back({static_cast<double>(n), error});
    }
  }
  print_table("As a function of n", lines,
              "Differences: twice the points, a quarter of the error. Spectral: the error falls faster than any power "
              "of n, down to the size of rounding.",
              lesson.files());
  for (const Curve& curve : curves) plot.add(curve);
  if (!svg.empty()) plot.write_svg(svg);
}

template <typename Real>
void show_time(Lesson& lesson, std::size_t n) {
  Solver<Real> solver(n);
  Work work = {.bytes = 2.0 * static_cast<double>(n * n) * sizeof(Real), .ceiling = Ceiling::copy};
  Report& report = lesson.report(work, format("one solution on %zu * %zu points", n, n));
  report.writes(solver.u());
  report.writes(solver.spectrum());
  for (const auto& rung : ladder<Real>()) {
    work.bound = solver.rms_bound(rung);
    report.rung(
        rung.name, work, [&] { solver.run(rung); }, [&] { return solver.rms_error(); });
  }
  report.print(
      "Both rungs do two transforms and one division per wave, and differ only in the number that they divide by.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("poisson_fft", "Poisson's equation by Fourier transforms: solving becomes a division.");
  const std::size_t& n = lesson.size("--n", 4096, 128, "points per side of the timed grid", 4, 16'384);
  const std::size_t& most =
      lesson.size("--most", 1024, 64, "points per side of the finest grid of the errors", 4, 4096);
  const std::string& svg = lesson.text("--svg", "", "file for the errors as functions of n, as a drawing");
  return lesson.main(argc, argv, [&] {
    show_errors(lesson, most, svg);
    lesson.single() ? show_time<float>(lesson, n) : show_time<double>(lesson, n);
  });
}
