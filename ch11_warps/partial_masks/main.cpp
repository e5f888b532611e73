// The sum of each warp's positive values with every rung, for values of which a share is positive.
#include "ch11_warps/partial_masks/partial_masks.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace partial_masks;

void show(Lesson& lesson, std::size_t n, int percent) {
  std::vector<int> x = random_integers<int>(n, 1, 100, lesson.seed());
  for (int& value : x) value -= 100 - percent;  // percent of them stay positive
  const std::vector<int> expected = sums_cpu(x);
  const DeviceBuffer<int> d_x(x);
  DeviceBuffer<int> d_sums(expected.size());

  Report& report = lesson.report({.bytes = (n + double(expected.size())) * sizeof(int), .ceiling = Ceiling::read},
                                 std::to_string(percent) + " % of the lanes take part");
  report.writes(d_sums);
  for (const Rung& rung : ladder()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), n, d_sums.data()); },
        [&] { return mismatches(d_sums.to_host(), expected); });
  }
  report.print("The loop over the lanes takes as many turns as lanes take part; the others do not depend on it.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("partial_masks", "Add the positive values of each warp: warp functions for some lanes only.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 100'000, "values");
  const std::size_t& percent = lesson.size("--percent", 50, 50, "% of the values are positive", 0, 100);
  return lesson.main(argc, argv, [&] { show(lesson, n, static_cast<int>(percent)); });
}
