// The rungs of the host come first, then those of the device. Nothing is copied: the data are where they are needed.
#include <thread>

#include "ch05_timing/cores/cores.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

std::string row_of_host(const cores::Rung& rung) {
  return std::string("CPU: ") + rung.name;
}

void show(Lesson& lesson, std::size_t n, int steps) {
  const std::vector<unsigned> x = random_integers<unsigned>(n, 1, 1'000'000'000, lesson.seed());
  const std::vector<unsigned> expected = cores::steps_cpu(x, steps);
  Report& report = lesson.report({.items = double(n) * steps});
  std::vector<unsigned> y(n);
  const auto host_ladder = cores::host_ladder();
  report.cpu("CPU, one core", [&] {
    host_ladder.front().run(x.data(), y.data(), n, steps);
    return n > 0 ? double(y[n / 2]) : 0;
  });
  for (const cores::Rung& rung : host_ladder.subspan(1)) {
    y.assign(n, 0);
    const double ms = median_host_ms([&] { rung.run(x.data(), y.data(), n, steps); }, lesson.repeats());
    report.row(row_of_host(rung), ms, mismatches(y, expected));
  }
  const DeviceBuffer<unsigned> d_x(x);
  DeviceBuffer<unsigned> d_y(n);
  report.writes(d_y);
  for (const cores::Rung& rung : cores::ladder())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_y.data(), n, steps); },
        [&] { return mismatches(d_y.to_host(), expected); });
  report.print(
      "The CPU runs " + std::to_string(std::thread::hardware_concurrency()) +
      " threads at once. A GPU's thread alone is slow, and the GPU is fast because it has so many: compare all "
      "with all.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("cores", "The same work by one core, by all cores, by one thread of the GPU and by all of them.");
  const std::size_t& n = lesson.size("--n", 1'000'000, 20'000, "numbers");
  const std::size_t& steps = lesson.size("--steps", 32, 4, "steps for each of them", 0, 100'000);
  return lesson.main(argc, argv, [&] { show(lesson, n, static_cast<int>(steps)); });
}
