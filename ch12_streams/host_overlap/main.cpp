// Both orders at several ratios of the kernel's time to the host's.
#include <cuda_runtime.h>

#include <algorithm>

#include "ch12_streams/host_overlap/host_overlap.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace host_overlap;

constexpr double ratios[] = {0.1, 1, 10, 1000};  // the kernel's time over the host's
constexpr int host_steps = 100;

void show(Lesson& lesson, std::size_t n, std::size_t steps, const std::string& svg) {
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, lesson.seed());
  std::vector<std::uint32_t> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = Lcg{}.jumped(x[i], steps);
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(n);
  const DeviceWork work{d_x.data(), d_y.data(), n, static_cast<int>(steps)};
  const int repeats = lesson.repeats(), warm_ups = lesson.warm_ups();

  // The time of each share alone. The host's share is then cut to the desired ratio.
  const double kernel_ms = median_host_ms([&] { ladder()[1].run(work, [] {}); }, repeats, warm_ups);
  std::uint64_t sum = 0;
  const std::size_t sample = std::min<std::size_t>(n, 10000);
  const double sample_ms = median_host_ms([&] { sum = host_sum(x, sample, host_steps); }, repeats, warm_ups);
  lesson.expect(sum == host_sum_reference(x, sample, host_steps), "the host's sum");

  std::vector<std::vector<std::string>> lines{
      {"kernel / host", "kernel ms", "host ms", "host first ms", "launch first ms", "gain", "wrong values"}};
  Curve curves[] = {{"host first", {}}, {"launch first", {}}};
  for (const double ratio : ratios) {
    const double wanted = kernel_ms / ratio / sample_ms * static_cast<double>(sample);
    const std::size_t m = std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, n);
    const auto host_work = [&] { sum = host_sum(x, m, host_steps); };
    const std::uint64_t expected_sum = host_sum_reference(x, m, host_steps);
    const double host_ms = median_host_ms(host_work, repeats, warm_ups);

    double ms[2], wrong = 0;
    for (int r = 0; r < 2; ++r) {
      d_y.fill_bytes(0xFF);
      sum = 0;
      ms[r] = median_host_ms([&] { ladder()[r].run(work, host_work); }, repeats, warm_ups);
      wrong += mismatches(d_y.to_host(), expected) + (sum == expected_sum ? 0 : 1);
      curves[r].points.emplace_back(ratio, ms[r]);
    }
    lesson.expect(wrong == 0, "a result at ratio " + format("%g", ratio));
    lines.push_back({format("%g", ratio), format("%.3f", kernel_ms), format("%.3f", host_ms), format("%.3f", ms[0]),
                     format("%.3f", ms[1]), format("%.2f", ms[0] / ms[1]), format("%.0f", wrong)});
  }

  print_table("Total time of both shares", lines,
              "Launch first, then work on the host: the shorter share is hidden, so the gain is at most 2.",
              {.csv = "", .markdown = lesson.files().markdown});
  Plot plot("Host work before or after the launch", "kernel time / host time", "total time (ms)", Scale::logarithmic,
            Scale::logarithmic);
  for (Curve& curve : curves) plot.add(std::move(curve));
  plot.bound("kernel alone", kernel_ms);
  if (!svg.empty()) plot.write_svg(svg);
  if (!lesson.csv().empty()) plot.write_csv(lesson.csv());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("host_overlap",
                "Host and device working at the same time: should the host work before or after the launch?");
  const std::size_t& n = lesson.size("--n", 1 << 22, 1 << 14, "elements", 1);
  const std::size_t& steps = lesson.size("--steps", 20000, 200, "steps per element", 0, 1'000'000'000);
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] { show(lesson, n, steps, svg); });
}
