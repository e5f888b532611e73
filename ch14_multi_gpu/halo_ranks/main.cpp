// A process for each GPU (mpirun -n 2 halo_ranks, or halo_ranks --ranks 2): a small plate against the CPU, then large
// ones.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "ch14_multi_gpu/halo_ranks/halo_ranks.h"
#include "common/lesson.h"
#include "common/rank_device.h"
#include "common/values.h"

namespace {

using namespace halo_ranks;

std::vector<Rung> rungs() {
  std::vector<Rung> all(std::begin(ladder()), std::end(ladder()));
  all.insert(all.end(), peers().begin(), peers().end());
  return all;
}

void check_small(Lesson& lesson, const Ranks& ranks, std::size_t side, int steps) {
  const std::vector<float> u = random_reals<float>(side * side, 0, 1, lesson.seed());
  std::vector<float> expected = u;
  for (int step = 0; step < steps; ++step) expected = step_cpu(expected, side, side);
  double wrong = 0;
  for (const Rung& rung : rungs()) {
    Slab slab(ranks, side, side);
    slab.set(u);
    for (const int part : {steps / 2, steps - steps / 2}) {  // another run continues where the first one ended
      rung.run(slab, part);
      slab.wait();
    }
    const std::vector<float> found = slab.gather();
    if (ranks.rank != 0) continue;
    const double different = mismatches(found, expected);
    lesson.expect(different == 0, rung.name);
    wrong += different;
  }
  std::printf("%zu x %zu points, %d steps, %d ranks: %.0f values differ from the CPU's\n\n", side, side, steps,
              ranks.count, wrong);
}

// ms per step: the median of the slowest rank's times.
double time(Lesson& lesson, const Rung& rung, Slab& slab, int steps) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int run = 0; run < lesson.warm_ups() + lesson.repeats(); ++run) {
    slab.ranks.wait();
    const Clock::time_point start = Clock::now();
    rung.run(slab, steps);
    slab.wait();
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    times.push_back(slab.ranks.most(ms));
  }
  times.erase(times.begin(), times.begin() + lesson.warm_ups());
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2] / steps;
}

void show(Lesson& lesson, const Ranks& ranks, std::size_t rows, std::size_t cols, double points) {
  const double of_plate = static_cast<double>(rows) * static_cast<double>(cols);
  const int steps = static_cast<int>(std::clamp(points / of_plate, 2.0, 2000.0));
  std::vector<std::vector<std::string>> lines{{"rung", "ranks", "ms/step", "GB/s"}};
  std::uint64_t first = 0;
  for (const Rung& rung : rungs()) {
    Slab slab(ranks, rows, cols);
    slab.fill();
    const double ms = time(lesson, rung, slab, steps);
    const std::uint64_t fingerprint = slab.fingerprint();
    if (first == 0) first = fingerprint;
    lesson.expect(fingerprint == first, format("%s, %zu x %zu", rung.name, rows, cols));
    lines.push_back({rung.name, std::to_string(ranks.count), format("%.4f", ms),
                     format("%.0f", 2 * sizeof(float) * of_plate / 1e6 / ms)});
  }
  if (ranks.rank != 0) return;
  print_table(format("%zu x %zu points", rows, cols), lines,
              "A hidden exchange takes no time, even through host memory. NCCL uses the link between the GPUs.",
              lesson.files());
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  become_ranks(argc, argv);
  Ranks ranks(&argc, &argv);
  Lesson lesson("halo_ranks", "Jacobi steps on a plate, one process per GPU: border rows are sent by MPI or by NCCL.");
  const std::size_t& n = lesson.size("--n", 32'768, 256, "rows and columns of the large plate", 4, 1 << 17);
  const std::size_t& small = lesson.size("--small", 8'192, 128, "rows and columns of the small plate", 4, 1 << 17);
  const std::size_t& side = lesson.size("--side", 130, 66, "rows and columns of the plate to check", 4, 2000);
  const std::size_t& steps = lesson.size("--steps", 20, 20, "steps of the plate to check", 0, 10'000);
  lesson.size("--ranks", 1, 1, "that mpirun is to start, if it has not started this program", 1, 1024);
  const std::size_t& points =
      lesson.size("--points", 40'000'000'000, 100'000, "points that a timed run computes", 1, 10'000'000'000'000);
  return ranks.run([&] {
    return lesson.main(argc, argv, [&] {
      ranks.begin();
      refuse_if(std::min({n, small, side}) < 2 * ranks.count + std::size_t{2}, ranks,
                UsageError("a plate has too few rows for so many ranks"));
      const bool shared = take_device(ranks);
      if (shared) std::printf("some of the %d ranks share a GPU: times are those of fewer GPUs\n", ranks.count);
      if (shared && !emulated_device() && !peers().empty()) {
        std::printf("NCCL is left out: it needs a GPU for each rank\n");
        peers().clear();
      }
      const auto most = static_cast<double>(points);
      check_small(lesson, ranks, side, static_cast<int>(steps));
      show(lesson, ranks, n, n, most);
      show(lesson, ranks, small, small, most);
      show(lesson, ranks, n * ranks.count, n, most * ranks.count);
    });
  });
}
