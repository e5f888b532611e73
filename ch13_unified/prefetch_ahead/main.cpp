// In every round the host fills the array again, so that its pages have to migrate back to the device.
#include <algorithm>

#include "ch13_unified/prefetch_ahead/prefetch_ahead.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/parallel.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace prefetch_ahead;

void show(Lesson& lesson, std::size_t n, std::size_t chunks, int steps) {
  if (!pages_move_alone()) throw Unsupported("managed memory moves as a whole on this device: there are no prefetches");
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  if (n > free / 2 / (2 * sizeof(Word)))
    throw UsageError("two arrays of " + std::to_string(n) + " words take more than half of the free memory, " +
                     std::to_string(free) + " bytes");

  ManagedBuffer<Word> x(n);
  DeviceBuffer<Word> y(n);
  std::vector<Word> expected(n);
  const Streams streams;
  const Task task{x.data(), y.data(), n, chunks, steps};
  const int rounds = std::min(lesson.repeats(), 7);

  const auto filled = [](std::size_t i, int round) { return static_cast<Word>(i) * 40503u + static_cast<Word>(round); };
  const auto fill = [&](int round) {
    check(cudaDeviceSynchronize());
    for (std::size_t i = 0; i < n; ++i) x[i] = filled(i, round);
  };
  for_parts(n, std::size_t{1} << 20, [&](std::size_t first, std::size_t last) {  // the result of the last round
    for (std::size_t i = first; i < last; ++i) expected[i] = Lcg{}.jumped(filled(i, rounds), steps);
  });
  std::vector<std::vector<std::string>> lines{{"rung", "ms", "next kernels ms", "x on_demand", "wrong values"}};
  double on_demand_ms = 0;
  for (const Rung& rung : ladder()) {
    std::vector<double> first, next;
    for (int round = 0; round <= rounds; ++round) {  // round 0 is the warm-up: it also creates the pages
      fill(round);
      y.fill_bytes(0xFF);
      const double ms = median_host_ms([&] { rung.run(task, streams); }, 1, 0);
      if (round > 0) first.push_back(ms);
      if (round > 0) next.push_back(median_host_ms([&] { ladder()[0].run(task, streams); }, 1, 0));
    }
    const double wrong = mismatches(y.to_host(), expected);
    lesson.expect(wrong == 0, std::string(rung.name) + ": the values");
    const double ms = median(first);
    if (on_demand_ms == 0) on_demand_ms = ms;
    lines.push_back({rung.name, format("%.3f", ms), format("%.3f", median(next)), format("%.2f", on_demand_ms / ms),
                     format("%.0f", wrong)});
  }
  print_table(format("%zu words in %zu chunks, %d steps each", n, chunks, steps), lines,
              "With prefetch_ahead kernels run while pages arrive: how far is its time from the longer of the two?",
              lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("prefetch_ahead", "Pages of managed memory arrive while a kernel works on other pages.");
  const std::size_t& n = lesson.size("--n", 1 << 26, 1 << 15, "words", 1);
  const std::size_t& chunks = lesson.size("--chunks", 16, 8, "that the work is done in", 1, 4096);
  const std::size_t& steps = lesson.size("--steps", 1000, 50, "steps per word", 0, 1'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, n, chunks, static_cast<int>(steps)); });
}
