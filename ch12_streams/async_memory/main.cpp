// The time per step of the four rungs, on the host's clock, as a function of the size of the scratch memory.
#include <cuda_runtime.h>

#include <algorithm>

#include "ch12_streams/async_memory/async_memory.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace async_memory;

void show(Lesson& lesson, std::size_t most, std::size_t steps, const std::string& svg) {
  int has_pools = 0;
  check(cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, 0));
  if (!has_pools) throw Unsupported("this device has no memory pools");

  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(most, 0, 0xffffffff, lesson.seed());
  const std::vector<std::uint32_t> sums = expected(x, static_cast<int>(steps));
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(most);
  const Stream stream;
  const Pools pools;

  std::vector<std::vector<std::string>> lines{{"scratch bytes"}};
  std::vector<Curve> curves;
  for (const Rung& rung : ladder()) {
    lines[0].push_back(std::string(rung.name) + ", us");
    curves.push_back({rung.name, {}});
  }
  for (std::size_t n = std::min<std::size_t>(1024, most); n <= most; n *= 8) {
    lines.push_back({std::to_string(n * sizeof(std::uint32_t))});
    const Job job{d_x.data(), d_y.data(), n, static_cast<int>(steps)};
    for (std::size_t r = 0; r < curves.size(); ++r) {
      d_y.fill_bytes(0xFF);
      const double ms = median_host_ms([&] { ladder()[r].run(job, stream, pools); }, lesson.repeats(), 2);
      const std::vector<std::uint32_t> y = d_y.to_host();
      lesson.expect(std::equal(y.begin(), y.begin() + n, sums.begin()),
                    std::string(ladder()[r].name) + " with " + std::to_string(n) + " elements");
      const double us = ms * 1e3 / static_cast<double>(steps);
      lines.back().push_back(format("%.2f", us));
      curves[r].points.emplace_back(n * sizeof(std::uint32_t), us);
    }
  }

  print_table("Time of a step: allocate, two kernels, free, wait", lines,
              "A pool that keeps its memory costs almost nothing. A pool that releases it, as the "
              "default one does, asks the driver again after every synchronisation.",
              {.csv = "", .markdown = lesson.files().markdown});
  Plot plot("Scratch memory in a loop", "scratch memory (bytes)", "time per step (us)", Scale::logarithmic,
            Scale::logarithmic);
  for (Curve& curve : curves) plot.add(std::move(curve));
  if (!svg.empty()) plot.write_svg(svg);
  if (!lesson.csv().empty()) plot.write_csv(lesson.csv());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("async_memory", "Scratch memory in a loop: cudaMalloc against stream-ordered allocation.");
  const std::size_t& n = lesson.size("--n", 1 << 25, 1 << 16, "elements of the largest scratch array", 1);
  const std::size_t& steps = lesson.size("--steps", 20, 5, "steps of the loop", 1, 1'000'000);
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] { show(lesson, n, steps, svg); });
}
