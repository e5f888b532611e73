// Walk the same number of steps on one path or several, and compare the times.
#include <algorithm>

#include "ch11_warps/divergence/divergence.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

constexpr std::size_t longest_period = 1 << 16;  // a multiple of 64, after which every rung's paths repeat

int main(int argc, char** argv) {
  Lesson lesson("divergence", "What it costs when the threads of a warp take different branches.");
  const std::size_t& n = lesson.size("--n", 50'000'000, 30'000, "elements");
  return lesson.main(argc, argv, [&] {
    // The input repeats, and so do the paths: the CPU computes one period, which takes long enough.
    const std::vector<float> period = random_reals<float>(std::min(n, longest_period), 0, 1, lesson.seed());
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = period[i % longest_period];
    const DeviceBuffer<float> d_x(x);
    DeviceBuffer<float> d_y(n);

    const auto table = [&](int steps, const std::string& title, const Work& work, const std::string& what_to_see) {
      Report& report = lesson.report(work, title);
      report.writes(d_y);
      for (const auto& rung : divergence::ladder()) {
        if (rung.steps != steps) continue;
        const std::vector<float> of_period = divergence::walk_cpu(rung, period);
        std::vector<float> expected(n);
        for (std::size_t i = 0; i < n; ++i) expected[i] = of_period[i % longest_period];
        report.rung(
            rung.name, [&] { rung.run(d_x.data(), n, d_y.data()); },
            [&] { return mismatches(d_y.to_host(), expected); });
      }
      report.print(what_to_see);
    };
    const double size = static_cast<double>(n);
    table(divergence::long_path, "256 steps per element",
          {.flops = 2 * divergence::long_path * size, .ceiling = Ceiling::fp32},
          "A warp executes every path that any of its lanes takes. regrouped does the same work as by_thread.");
    table(divergence::mean_turns, "8 to 256 steps per element, 132 on average",
          {.flops = 2 * divergence::mean_turns * size, .ceiling = Ceiling::fp32},
          "A warp loops until its last lane is done.");
    table(divergence::short_path, "1 step per element", {.bytes = 2 * sizeof(float) * size, .ceiling = Ceiling::copy},
          "Where a path has one step, a warp that takes both paths takes only one step more.");
  });
}
