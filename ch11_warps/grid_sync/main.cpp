// Spread heat along a rod, with one launch per step and with one launch, and compare the times.
#include "ch11_warps/grid_sync/grid_sync.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

int main(int argc, char** argv) {
  Lesson lesson("grid_sync", "A barrier for all blocks: heat spreads along a rod, step by step.");
  const std::size_t& n = lesson.size("--n", 100'000, 10'000, "points of the rod");
  const std::size_t& steps = lesson.size("--steps", 1000, 20, "steps", 0, 1'000'000);
  return lesson.main(argc, argv, [&] {
    if (!grid_sync::cooperative_launch_supported())
      throw Unsupported("this device cannot run all blocks of a grid together");
    const std::vector<float> t = random_reals<float>(n, 0, 100, lesson.seed());
    const int count = static_cast<int>(steps);
    const std::vector<float> expected = grid_sync::spread_cpu(t, count);
    const DeviceBuffer<float> d_start(t);
    DeviceBuffer<float> d_t(n), d_scratch(n);

    Report& report =
        lesson.report({.bytes = 2.0 * sizeof(float) * static_cast<double>(n) * static_cast<double>(steps)});
    report.cpu("CPU, one core", [&] { return grid_sync::spread_cpu(t, count).empty() ? 0.0 : 1.0; });
    const auto restore = [&] {
      check(cudaMemcpyAsync(d_t.data(), d_start.data(), d_t.bytes(), cudaMemcpyDeviceToDevice));
    };
    report.writes(d_t);
    report.writes(d_scratch);
    for (const auto& rung : grid_sync::ladder())
      report.rung(
          rung.name, [&] { rung.spread(d_t.data(), d_scratch.data(), n, count); },
          [&] { return mismatches(d_t.to_host(), expected); }, restore);
    report.print("A step is short: its time is that of the barrier, or of starting the next kernel.");
  });
}
