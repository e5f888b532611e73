// Time as a function of the size of the grid, in steps around full waves, then which multiprocessor ran which block.
#include <algorithm>
#include <cstdio>
#include <set>

#include "ch06_memory/waves/waves.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"

namespace {

constexpr int last_wave = 4;
constexpr std::size_t checked_threads = 500;  // spread over the grid; each is computed by the reference
constexpr int shown_blocks = 16;

struct Launch {
  double ms;
  std::vector<unsigned> where;
};

Launch measure(Lesson& lesson, const waves::Rung& rung, int blocks, int steps) {
  DeviceBuffer<unsigned> d_y(std::size_t(blocks) * waves::block_size), d_where(blocks);
  const auto spoil = [&] {
    d_y.fill_bytes(0xFF);
    d_where.fill_bytes(0xFF);
  };
  const double ms = median_ms([&] { rung.run(d_y.data(), d_where.data(), blocks, steps); }, lesson.repeats(),
                              lesson.warm_ups(), {.first_and_last = spoil});
  const std::vector<unsigned> y = d_y.to_host();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < y.size(); i += std::max<std::size_t>(y.size() / checked_threads, 1))
    wrong += y[i] != waves::random_cpu(i, steps);
  lesson.expect(wrong == 0, std::string(rung.name) + ": " + std::to_string(wrong) + " values");
  return {ms, d_where.to_host()};
}

int most_blocks_on_one(const std::vector<unsigned>& where) {
  int most = 0;
  for (const unsigned id : where) most = std::max(most, static_cast<int>(std::count(where.begin(), where.end(), id)));
  return most;
}

void show(Lesson& lesson, int steps) {
  std::vector<unsigned> first_wave;
  for (const waves::Rung& rung : waves::ladder()) {
    const int resident = rung.resident(), wave = resident * multiprocessors();
    const double one = measure(lesson, rung, 1, steps).ms;
    std::vector<std::vector<std::string>> table{
        {"blocks", "waves", "multiprocessors", "most blocks on one", "ms", "x one block", "blocks per ms"}};
    for (int half = 1; half <= 2 * last_wave; ++half)
      for (const int more : {0, 1}) {
        if (more == 1 && half % 2 == 1) continue;  // one block more than a full wave
        const int blocks = std::max(half * wave / 2, 1) + more;
        const Launch launch = measure(lesson, rung, blocks, steps);
        if (blocks <= multiprocessors()) first_wave = launch.where;
        const std::set<unsigned> used(launch.where.begin(), launch.where.end());
        table.push_back({std::to_string(blocks), format("%.2f", double(blocks) / wave), std::to_string(used.size()),
                         std::to_string(most_blocks_on_one(launch.where)), format("%.4f", launch.ms),
                         format("%.2f", launch.ms / one), format("%.0f", blocks / launch.ms)});
      }
    std::printf("\n");
    print_table(format("%s: %d blocks of %d threads are a wave, %d per multiprocessor; one block alone: %.4f ms",
                       rung.name, wave, waves::block_size, resident, one),
                table, "", lesson.files());
  }
  std::printf(
      "\nThe multiprocessor of each block, for the first blocks of a grid with one block per multiprocessor:\n");
  for (int b = 0; b < std::min<int>(shown_blocks, first_wave.size()); ++b) std::printf(" %d on %u ", b, first_wave[b]);
  std::printf(
      "\n\nOne block more than a full wave adds another wave. The more waves a grid has, the less its partly filled "
      "last wave matters.\n");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("waves", "Time as a function of the number of blocks: a grid runs in waves.");
  const std::size_t& steps = lesson.size("--steps", 4000, 5, "steps of a thread", 1, 1'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(steps)); });
}
