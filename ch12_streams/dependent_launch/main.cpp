// A kernel and one that needs its result: how early may the second one start, and which call allows it?
#include <cuda_runtime.h>

#include "ch12_streams/dependent_launch/dependent_launch.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace dependent_launch;

void show(Lesson& lesson, std::size_t blocks, int steps) {
  const std::size_t n = blocks * multiprocessors() * block_size;
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, lesson.seed());
  const std::vector<std::uint32_t> expected = both_cpu(x, steps);
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(n), d_z(n);

  Report& report =
      lesson.report({.items = 2.0 * static_cast<double>(n) * steps}, "Both kernels, and 10^9 steps per second");
  report.writes(d_y);
  report.writes(d_z);
  for (const Rung& rung : ladder()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_y.data(), d_z.data(), n, steps); },
        [&] { return static_cast<double>(mismatches(d_z.to_host(), expected)); });
  }
  report.print("Only a kernel that triggers early lets the next kernel's independent work overlap with its own.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("dependent_launch",
                "The second of two kernels starts early and waits inside for the result of the first.");
  const std::size_t& blocks = lesson.size("--blocks", 1, 1, "blocks of each kernel per multiprocessor", 1, 1000);
  const std::size_t& steps = lesson.size("--steps", 20'000, 20, "steps per element and kernel", 0, 10'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, blocks, static_cast<int>(steps)); });
}
