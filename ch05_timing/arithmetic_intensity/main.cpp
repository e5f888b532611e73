// Two series of runs: with more and more elements, to see how many a GPU needs to be fast, and with more and more work
// per element, to see from when on arithmetic takes more time than memory.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "ch05_timing/arithmetic_intensity/arithmetic_intensity.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace arithmetic_intensity;

template <typename Real>
class Sweep {
 public:
  Sweep(Lesson& lesson, std::size_t most)
      : lesson_(lesson), h_x_(random_reals<Real>(most, 0, 1, lesson.seed())), h_y_(most), expected_(most) {
    check(cudaMalloc(&d_x_, most * sizeof(Real)));
    check(cudaMalloc(&d_y_, most * sizeof(Real)));
    check(cudaMemcpy(d_x_, h_x_.data(), most * sizeof(Real), cudaMemcpyHostToDevice));
  }
  ~Sweep() {
    cudaFree(d_x_);
    cudaFree(d_y_);
  }

  // The CPU's time for n elements in ms. It is linear in n (no caches and no threads affect it), so beyond
  // most_measured elements only a part is timed, and the time is scaled.
  double cpu_ms(std::size_t n, Real limit, std::size_t most_measured) {
    const std::size_t part = std::min(n, most_measured);
    const CpuTimer timer;
    count_cpu(h_x_, part, limit, expected_);
    return timer.ms() * static_cast<double>(n) / static_cast<double>(part);
  }

  // The rung's times. Its results are compared with those that the CPU has just computed.
  Times gpu_times(const Rung<Real>& rung, std::size_t n, Real limit, std::size_t most_measured) {
    const auto spoil = [&] { check(cudaMemset(d_y_, 0xFF, n * sizeof(Real))); };
    declare_flops(2.0 * limit * limit * static_cast<double>(n));  // a root and an addition for each step
    const Times times = median_times([&] { rung.run(d_x_, d_y_, n, limit); }, lesson_.repeats(), lesson_.warm_ups(),
                                     {.first_and_last = spoil});
    check(cudaMemcpy(h_y_.data(), d_y_, n * sizeof(Real), cudaMemcpyDeviceToHost));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < std::min(n, most_measured); ++i) wrong += !(h_y_[i] == expected_[i]);
    for (std::size_t i = 0; i < n; ++i) wrong += !(h_y_[i] >= limit * limit - 1 && h_y_[i] <= limit * limit + 1);
    lesson_.expect(wrong == 0, std::string(rung.name) + ": " + std::to_string(wrong) + " values");
    return times;
  }

 private:
  Lesson& lesson_;
  std::vector<Real> h_x_, h_y_, expected_;
  Real *d_x_ = nullptr, *d_y_ = nullptr;
};

// The two curves: time and speed-up as functions of the first column.
class Curves {
 public:
  explicit Curves(const std::string& key)
      : lines_{{key, "cpu_ms", "one_ms", "launch_ms", "two_ms", "x one CPU core"}} {}
  void point(double key, double cpu, const Times& one, const Times& two) {
    lines_.push_back({format("%.0f", key), format("%.4f", cpu), format("%.5f", one.device), format("%.5f", one.host),
                      format("%.5f", two.device), format("%.1f", cpu / std::min(one.device, two.device))});
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K%s: %.0f done", lines_[0][0].c_str(), key);
  }
  void print(const std::string& title, const std::string& what_to_see, const TableFiles& files) const {
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K");
    std::printf("\n");
    print_table(title, lines_, what_to_see, files);
  }

 private:
  std::vector<std::vector<std::string>> lines_;
};

template <typename Real>
void show(Lesson& lesson, std::size_t most, Real limit) {
  const std::size_t cpu_most = emulated_device() ? 1000 : 10000;
  Sweep<Real> sweep(lesson, most);
  const auto add_point = [&](Curves& curves, double key, std::size_t n, Real up_to) {
    const double cpu = sweep.cpu_ms(n, up_to, cpu_most);
    const Times one = sweep.gpu_times(ladder<Real>()[0], n, up_to, cpu_most);
    curves.point(key, cpu, one, sweep.gpu_times(ladder<Real>()[1], n, up_to, cpu_most));
  };

  Curves over_n("n");
  for (std::size_t n = 1000; n <= most; n *= 10) add_point(over_n, static_cast<double>(n), n, limit);
  over_n.print(
      "As a function of n: about " + std::to_string(static_cast<int>(limit * limit)) + " square roots per element",
      "A few elements leave most of the GPU idle and take as long as many. launch_ms is the host's time for "
      "one launch.",
      lesson.files());

  Curves over_roots("roots");
  const std::size_t n = std::max<std::size_t>(most / 10, 1000);
  for (Real root = 1; root <= limit; root *= 2) add_point(over_roots, static_cast<double>(root * root), n, root);
  over_roots.print(
      "As a function of the square roots per element: " + std::to_string(n) + " elements",
      "The first square roots take little extra time, since the GPU also waits for memory. The CPU: " + cpu_name() +
          ", one core, measured on at most " + std::to_string(cpu_most) + " elements and scaled.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("arithmetic_intensity",
                "Square roots: time and speed-up, by the number of elements and by the work per element.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 100'000, "elements of the largest run", 1000);
  const std::size_t& limit =
      lesson.size("--limit", 100, 16, "the loop of an element ends when its square root reaches this", 1, 4096);
  return lesson.main(argc, argv, [&] {
    lesson.single() ? show<float>(lesson, n, static_cast<float>(limit))
                    : show<double>(lesson, n, static_cast<double>(limit));
  });
}
