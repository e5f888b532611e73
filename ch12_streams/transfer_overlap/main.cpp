// The times of the three parts alone give the bound; then every order in 1 to 64 chunks, as a share of the bound.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ch12_streams/transfer_overlap/transfer_overlap.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/parallel.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace transfer_overlap;

struct Parts {
  double in, kernel, out, both;  // ms of each alone, and of both copies at once

  double bound() const { return std::max({in, kernel, out}); }
};

Parts measure_parts(const Lesson& lesson, const Job& job, const Lanes& lanes) {
  const auto ms = [&](const auto& part) { return median_host_ms(part, lesson.repeats(), lesson.warm_ups()); };
  const Stream &a = lanes.streams[0], &b = lanes.streams[1];
  return {.in = ms([&] { copy_in(job, 0, job.n, a); }),
          .kernel = ms([&] { compute(job, 0, job.n, a); }),
          .out = ms([&] { copy_out(job, 0, job.n, a); }),
          .both = ms([&] {
            copy_in(job, 0, job.n, a);
            copy_out(job, 0, job.n, b);
          })};
}

// The number of steps with which the kernel takes `ratio` times as long as the copy in.
int calibrated_steps(const Lesson& lesson, Job job, const Lanes& lanes, double wanted) {
  job.steps = 16;
  for (int round = 0; round < 3; ++round) {  // memory takes a share of the time, which shrinks as the steps grow
    const Parts parts = measure_parts(lesson, job, lanes);
    job.steps = static_cast<int>(std::clamp(std::round(job.steps * wanted * parts.in / parts.kernel), 1.0, 1e6));
  }
  return job.steps;
}

void show(Lesson& lesson, std::size_t n, double wanted, const std::string& svg) {
  const Lanes lanes;
  std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, lesson.seed()), y(n), expected(n);
  PinnedBuffer<std::uint32_t> pinned_x(n), pinned_y(n);
  std::copy(x.begin(), x.end(), pinned_x.begin());
  DeviceBuffer<std::uint32_t> d_x(n), d_y(n);
  Job pinned{pinned_x.data(), pinned_y.data(), d_x.data(), d_y.data(), n, 0};
  pinned.steps = calibrated_steps(lesson, pinned, lanes, wanted);
  Job pageable = pinned;
  pageable.h_x = x.data(), pageable.h_y = y.data();
  for_parts(n, std::size_t{1} << 20, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) expected[i] = Lcg{}.jumped(x[i], pinned.steps);
  });

  const Parts parts = measure_parts(lesson, pinned, lanes);
  const double bound = parts.bound();
  const double gigabytes = static_cast<double>(n) * sizeof(std::uint32_t) / 1e6;  // over ms: GB/s
  std::printf("elements: %zu, steps each: %d\n\n", n, pinned.steps);
  const auto alone = [&](const char* part, double ms, double copies) {
    return std::vector<std::string>{part, format("%.3f", ms),
                                    copies > 0 ? format("%.1f", copies * gigabytes / ms) : ""};
  };
  print_table("Each part alone",
              {{"part", "ms", "GB/s"},
               alone("copy in", parts.in, 1),
               alone("kernel", parts.kernel, 0),
               alone("copy out", parts.out, 1),
               alone("both copies at once", parts.both, 2)},
              "", {.csv = "", .markdown = lesson.files().markdown});
  std::printf("\n");

  struct Setting {
    std::string name;
    const Rung& rung;
    const Job& job;
    int repeats;
  };
  std::vector<Setting> settings;
  for (const Rung& rung : ladder()) settings.push_back({rung.name, rung, pinned, lesson.repeats()});
  settings.push_back(
      {"pageable", ladder()[0], pageable, std::min(lesson.repeats(), 5)});  // fewer repeats: it takes long

  std::vector<std::vector<std::string>> lines{{"chunks"}};
  for (int chunks = 1; chunks <= most_chunks; chunks *= 2) lines.push_back({std::to_string(chunks)});
  Plot plot("Copy in, compute, copy out", "chunks", "time (ms)", Scale::logarithmic, Scale::logarithmic);
  double best = 0;
  std::string best_name;
  for (const Setting& setting : settings) {
    lines[0].push_back(setting.name + ", ms");
    lines[0].push_back("% of bound");
    Curve curve{setting.name, {}};
    std::size_t line = 1;
    for (int chunks = 1; chunks <= most_chunks; chunks *= 2) {
      std::fill_n(setting.job.h_y, n, ~0u);
      d_y.fill_bytes(0xFF);
      const double ms = median_host_ms([&] { setting.rung.enqueue(setting.job, chunks, lanes); }, setting.repeats, 1);
      lesson.expect(std::equal(expected.begin(), expected.end(), setting.job.h_y),
                    setting.name + " in " + std::to_string(chunks) + " chunks");
      lines[line].push_back(format("%.3f", ms));
      lines[line++].push_back(format("%.1f", 100 * bound / ms));
      curve.points.emplace_back(chunks, ms);
      if (bound / ms > best) best = bound / ms, best_name = setting.name + ", " + std::to_string(chunks) + " chunks";
    }
    plot.add(std::move(curve));
  }
  print_table(format("Bound: %.3f ms, the longest of the three parts", bound), lines,
              format("Nearest to the bound: %s, %.1f %%. What remains: copying in the first chunk, "
                     "and copying out the last one.",
                     best_name.c_str(), 100 * best),
              {.csv = "", .markdown = lesson.files().markdown});
  plot.bound("bound", bound);
  if (!svg.empty()) plot.write_svg(svg);
  if (!lesson.csv().empty()) plot.write_csv(lesson.csv());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("transfer_overlap", "Copy in, compute, copy out in chunks: three steps at the same time.");
  const std::size_t& n = lesson.size("--n", 1 << 26, 1 << 17, "elements", 1);
  const double& kernel = lesson.real("--kernel", 1.3, "time of the kernel over that of the copy in", 0, 1000);
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] { show(lesson, n, kernel, svg); });
}
