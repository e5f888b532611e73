// The cost of reading the host's array: bringing it to the device, the first kernel, the next one, and a kernel that
// reads few words.
#include <algorithm>
#include <cstdio>

#include "ch13_unified/in_place/in_place.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"

namespace {

using namespace in_place;

struct Legs {
  std::vector<double> bring, first, next, few;  // ms, round by round
};

// The host fills the array twice: all words of the first filling are read, twice; of the second only every step-th one.
// The host computes the sums before the kernels run: if it read the words between two passes, pages would migrate back.
void travel(Lesson& lesson, const Rung& rung, Place& place, std::size_t n, std::size_t step, int round, Legs& legs) {
  DeviceBuffer<Sum> d_sum(1);
  GpuTimer timer;
  const auto filled = [&](int data, std::size_t stride) {
    for (std::size_t i = 0; i < n; ++i) place.host()[i] = word_of(i, data);
    return sum_cpu(place.host(), n, stride);
  };
  const auto bring_ms = [&] { return median_host_ms([&] { place.bring(); }, 1, 0); };
  const auto pass_ms = [&](std::size_t stride, Sum expected) {
    timer.start();
    add_up(place.device(), n, stride, d_sum.data());
    timer.stop();
    const double ms = timer.ms();
    lesson.expect(d_sum.to_host()[0] == expected, std::string(rung.name) + ": the sum");
    return ms;
  };
  const Sum all = filled(2 * round, 1);
  legs.bring.push_back(bring_ms());
  legs.first.push_back(pass_ms(1, all));
  legs.next.push_back(pass_ms(1, all));
  const Sum few = filled(2 * round + 1, step);
  const double bring = bring_ms();
  legs.few.push_back(bring + pass_ms(step, few));
}

void show(Lesson& lesson, std::size_t n, std::size_t step) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  if (n > free / 2 / sizeof(Word))
    throw UsageError(std::to_string(n) + " words take more than half of the free memory, " + std::to_string(free) +
                     " bytes");
  std::vector<std::vector<std::string>> lines{
      {"rung", "bring ms", "first pass ms", "next pass ms", "both and bring ms", "few words, with bring ms"}};
  for (const Rung& rung : ladder()) {
    if (const std::string reason = rung.lacking(); !reason.empty()) {
      std::printf("%s: skipped, %s\n", rung.name, reason.c_str());
      continue;
    }
    const auto place = rung.start(n);
    Legs legs;
    travel(lesson, rung, *place, n, step, 0, legs);  // the very first round also creates the pages
    legs = {};
    for (int round = 1; round <= std::min(lesson.repeats(), 5); ++round)
      travel(lesson, rung, *place, n, step, round, legs);
    const double ms[] = {median(legs.bring), median(legs.first), median(legs.next), median(legs.few)};
    lines.push_back({rung.name, format("%.3f", ms[0]), format("%.3f", ms[1]), format("%.3f", ms[2]),
                     format("%.3f", ms[0] + ms[1] + ms[2]), format("%.3f", ms[3])});
  }
  print_table(
      format("%zu words of 4 bytes; few: every %zuth of them", n, step), lines,
      "Data that is read once or in part may stay where it is. Data in place crosses the bus again in each pass.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("in_place",
                "A kernel reads the host's array: copied to the device, moved page by page, or in its place.");
  const std::size_t& n = lesson.size("--n", 1 << 25, 1 << 17, "words", 1);
  const std::size_t& step =
      lesson.size("--step", 4096, 4096, "the pass that reads few words reads one in this many", 1);
  return lesson.main(argc, argv, [&] { show(lesson, n, step); });
}
