// 1 to 320 blocks: the time of all of them, and how many were on the device at once.
#include <algorithm>

#include "ch12_streams/resident_grids/resident_grids.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace resident_grids;

void show(Lesson& lesson, int largest, int steps) {
  const std::vector<std::uint32_t> x =
      random_integers<std::uint32_t>(std::size_t(largest) * block_size, 0, 0xffffffff, lesson.seed());
  std::vector<std::uint32_t> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) expected[i] = Lcg{}.jumped(x[i], steps);
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(x.size());
  DeviceBuffer<Running> d_running(1);

  std::vector<std::vector<std::string>> lines{{"blocks"}};
  for (const Rung& rung : ladder()) {
    lines[0].push_back(std::string(rung.name) + ", ms");
    lines[0].push_back("at once");
  }
  for (const int blocks : {1, 32, 64, 96, 127, 128, 129, 160, 256, 257, 320}) {
    if (blocks > largest) continue;
    lines.push_back({std::to_string(blocks)});
    for (const Rung& rung : ladder()) {
      d_y.fill_bytes(0xFF);
      d_running.fill_bytes(0);
      const auto all = rung.prepared(d_x.data(), d_y.data(), blocks, steps, d_running.data());
      const double ms = median_host_ms(all, std::min(lesson.repeats(), 11), 1);  // long, and steady
      std::vector<std::uint32_t> y = d_y.to_host();
      lesson.expect(std::equal(y.begin(), y.begin() + blocks * block_size, expected.begin()),
                    format("%s: the results of %d blocks", rung.name, blocks));
      lines.back().push_back(format("%.3f", ms));
      lines.back().push_back(std::to_string(d_running.to_host()[0].most));
    }
  }
  print_table(
      format("Time of all blocks, %d steps each, and how many were on the device at once", steps), lines,
      "The device has room for all blocks. A limit of the number of grids shows where only those of one grid are "
      "all there.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("resident_grids", "Small blocks, in one grid or each in its own: how many grids run at once?");
  const std::size_t& blocks = lesson.size("--blocks", 320, 32, "blocks at most", 1, 320);
  const std::size_t& steps = lesson.size("--steps", 1'000'000, 20, "steps of a thread", 0, 1'000'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(blocks), static_cast<int>(steps)); });
}
