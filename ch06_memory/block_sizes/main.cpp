// For each block size what fits on a multiprocessor, then the time of the kernel.
#include <cstdio>

#include "ch06_memory/block_sizes/block_sizes.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  std::vector<std::vector<std::string>> fits{{"threads", "blocks", "limit", "occupancy", "lanes"}};
  for (const int threads : block_sizes::sizes) {
    const block_sizes::Resident resident = block_sizes::resident<Real>(threads);
    fits.push_back({std::to_string(threads), std::to_string(resident.blocks), resident.limit,
                    format("%.1f %%", 100 * resident.occupancy), format("%.1f %%", 100 * resident.lanes)});
  }
  print_table("What fits on a multiprocessor", fits, "", lesson.files());
  std::printf("\n");

  const std::vector<Real> x = random_reals<Real>(n, -1, 1, lesson.seed());
  const std::vector<Real> y = random_reals<Real>(n, -1, 1, lesson.seed() + 1);
  const std::vector<Real> expected = block_sizes::add_cpu(x, y);
  const DeviceBuffer<Real> d_x(x), d_y(y);
  DeviceBuffer<Real> d_z(n);
  Report& report = lesson.report({.bytes = 3.0 * n * sizeof(Real), .ceiling = Ceiling::copy}, "z = x + y");
  report.writes(d_z);
  for (const int threads : block_sizes::sizes)
    report.rung(
        std::to_string(threads), [&] { block_sizes::add(d_x.data(), d_y.data(), d_z.data(), n, threads); },
        [&] { return mismatches(d_z.to_host(), expected); });
  report.print("Occupancy says how many threads could be resident. The time says what that is worth to this kernel.");
}

int main(int argc, char** argv) {
  Lesson lesson("block_sizes", "One kernel in blocks of 32 to 1024 threads: what fits, and how fast it is.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 100'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
