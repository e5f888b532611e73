// Compute the accelerations of a cloud of bodies with every rung, check some of them, compare the times.
#include <algorithm>
#include <cstdio>

#include "ch09_shared/nbody/nbody.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  using namespace nbody;
  const std::vector<Real> values = random_reals<Real>(4 * n, 0, 1, lesson.seed());
  std::vector<Body<Real>> bodies(n);
  for (std::size_t i = 0; i < n; ++i)
    bodies[i] = {values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]};

  // The reference for all bodies would take minutes: only 64 of them are checked, from the first to the last.
  const std::size_t count = std::min<std::size_t>(n, 64);
  const auto place = [&](std::size_t c) { return count == 1 ? 0 : c * (n - 1) / (count - 1); };
  std::vector<Reference> expected;
  const CpuTimer timer;
  for (std::size_t c = 0; c < count; ++c) expected.push_back(accelerate_cpu(bodies, place(c)));
  const double cpu_ms = timer.ms();

  const DeviceBuffer<Body<Real>> d_bodies(bodies);
  DeviceBuffer<Vector<Real>> d_accelerations(n), d_scratch(scratch_size(n));
  double momentum = 0;
  const auto error = [&] {
    const std::vector<Vector<Real>> accelerations = d_accelerations.to_host();
    momentum = worse(momentum_gained(bodies, accelerations), momentum);
    double largest = 0;
    for (std::size_t c = 0; c < count; ++c) largest = worse(error_of(accelerations[place(c)], expected[c]), largest);
    return largest;
  };

  if (times_count())
    std::printf("The reference, one CPU core: %zu bodies in %.4g ms, %.3g GFLOP/s\n", count, cpu_ms,
                flops_per_interaction * count * n / cpu_ms * 1e-6);
  const double interactions = static_cast<double>(n) * n;
  Report& report = lesson.report({.flops = flops_per_interaction * interactions,
                                  .ceiling = sizeof(Real) == sizeof(float) ? Ceiling::fp32 : Ceiling::fp64,
                                  .bound = error_bound<Real>(n),
                                  .items = interactions});
  report.writes(d_accelerations);
  for (const auto& rung : ladder<Real>()) {
    report.rung(
        rung.name, [&] { rung.run(d_bodies.data(), d_accelerations.data(), d_scratch.data(), n); }, error);
  }
  if (lesson.peers()) std::printf("no library computes this\n");
  report.print("Each rung removes something that is not arithmetic: waiting, branches, loads, idle multiprocessors.");
  std::printf("momentum gained, at most: %.1e of what the forces moved\n", momentum);
}

int main(int argc, char** argv) {
  Lesson lesson("nbody", "All-pairs gravity: how close a loop comes to the rate of its multiply-adds.");
  const std::size_t& n = lesson.size("--n", 65536, 2000, "bodies");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
