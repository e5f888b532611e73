// Where the time goes: the host's accesses, the transfers, the first kernel after them, and the next one.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "ch13_unified/managed_add/managed_add.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace managed_add;

struct Legs {
  std::vector<double> fill, in, first, next, out, read;  // ms of each, round by round
};

// One round. The kernel runs twice: the difference between the two runs is the cost of bringing the data.
template <typename Real>
void travel(Lesson& lesson, const Rung<Real>& rung, Journey<Real>& journey, int round, Legs& legs) {
  const auto host_ms = [](const auto& leg) { return median_host_ms(leg, 1, 0); };
  GpuTimer timer;
  const auto kernel_ms = [&] {
    timer.start();
    journey.add();
    timer.stop();
    return static_cast<double>(timer.ms());
  };
  std::size_t wrong = 0;
  legs.fill.push_back(host_ms([&] { journey.fill(round); }));
  legs.in.push_back(host_ms([&] { journey.move_in(); }));
  legs.first.push_back(kernel_ms());
  legs.next.push_back(kernel_ms());
  legs.out.push_back(host_ms([&] { journey.move_out(); }));
  legs.read.push_back(host_ms([&] { wrong = count_wrong(journey.z(), journey.size(), round); }));
  lesson.expect(wrong == 0, std::string(rung.name) + ": " + std::to_string(wrong) + " values");
}

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  if (n > free / 2 / (3 * sizeof(Real)))
    throw UsageError("three arrays of " + std::to_string(n) + " elements take more than half of the free memory, " +
                     std::to_string(free) + " bytes");

  std::vector<std::vector<std::string>> lines{{"rung", "fill ms", "move in ms", "first kernel ms", "next kernel ms",
                                               "move out ms", "read ms", "whole ms", "first / explicit"}};
  double explicit_first = 0;
  for (const auto& rung : ladder<Real>()) {
    if (rung.needs_hints && !pages_move_alone()) {
      std::printf("%s: skipped, managed memory moves as a whole on this device\n", rung.name);
      continue;
    }
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K%s", rung.name);
    const auto journey = rung.start(n);
    Legs legs;
    travel(lesson, rung, *journey, 0, legs);  // the very first round also creates the pages
    legs = {};
    for (int round = 1; round <= std::min(lesson.repeats(), 7); ++round) travel(lesson, rung, *journey, round, legs);

    const double ms[] = {median(legs.fill), median(legs.in),  median(legs.first),
                         median(legs.next), median(legs.out), median(legs.read)};
    if (explicit_first == 0) explicit_first = ms[2];
    lines.push_back({rung.name});
    double whole = -ms[3];  // a journey has only one kernel
    for (const double leg : ms) {
      lines.back().push_back(format("%.3f", leg));
      whole += leg;
    }
    lines.back().push_back(format("%.3f", whole));
    lines.back().push_back(format("%.3f", ms[2] / explicit_first));
  }
  if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K");
  print_table(format("%zu elements, %zu bytes each, all results checked", n, sizeof(Real)), lines,
              "Page faults make the first kernel slow; a prefetch moves the same pages in bulk.", lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("managed_add", "Add two arrays in managed memory, with and without hints, against explicit copies.");
  const std::size_t& n = lesson.size("--n", 1 << 25, 1 << 18, "elements", 1);
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
