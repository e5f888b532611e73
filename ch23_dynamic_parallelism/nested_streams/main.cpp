// The same grids in every rung: the time as a multiple of one child's shows whether they run side by side.
#include <algorithm>

#include "ch23_dynamic_parallelism/nested_streams/nested_streams.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace nested_streams;

void show(Lesson& lesson, int children, int steps) {
  const std::vector<std::uint32_t> x =
      random_integers<std::uint32_t>(std::size_t(children) * part, 0, 0xffffffff, lesson.seed());
  const std::vector<std::uint32_t> expected = advanced_cpu(x, steps);
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(x.size());
  DeviceBuffer<Result> d_result(1);

  const double one = median_ms([&] { one_child(d_x.data(), d_y.data(), steps); }, lesson.repeats(), lesson.warm_ups());
  std::vector<std::vector<std::string>> lines{{"streams", "ms", "x one child"},
                                              {"one child", format("%.3f", one), "1.00"}};
  for (const Rung& rung : ladder()) {
    d_y.fill_bytes(0xFF);
    const double ms = median_ms([&] { rung.run(d_x.data(), d_y.data(), d_result.data(), children, steps); },
                                lesson.repeats(), lesson.warm_ups());
    const Result result = d_result.to_host()[0];
    lesson.expect(mismatches(d_y.to_host(), expected) == 0, std::string(rung.name) + ": the elements");
    lesson.expect(result.sum == sum_cpu(expected), std::string(rung.name) + ": the sum");
    lesson.expect(result.error == 0, format("%s: error %u in a kernel", rung.name, result.error));
    lines.push_back({rung.name, format("%.3f", ms), format("%.2f", ms / one)});
  }
  print_table(format("Time of %d children of %d steps each, and of the grid that adds", children, steps), lines,
              "In the NULL stream children run one after the other; in other streams they may run side by side.",
              lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("nested_streams",
                "A kernel launches independent grids, and one that needs them all: in which streams?");
  const std::size_t& children = lesson.size("--children", 16, 3, "child grids", 1, most_children);
  const std::size_t& steps = lesson.size("--steps", 200'000, 20, "steps per element", 0, 1'000'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(children), static_cast<int>(steps)); });
}
