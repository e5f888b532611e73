// Count points in a quarter of a circle with every rung: what does a thread's state cost? Then a random walk, and the
// distance of its ends from the start.
#include <algorithm>
#include <cstdio>

#include "ch19_curand/device_api/device_api.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/timer.h"

namespace {

using namespace device_api;

void show_pi(Lesson& lesson, std::size_t threads, int points) {
  DeviceBuffer<char> d_states(state_bytes(threads));
  DeviceBuffer<unsigned long long> d_inside(1);
  const double n = static_cast<double>(threads) * points;
  std::vector<std::vector<std::string>> lines{
      {"rung", "ms", "10^9 points/s", "inside", "pi", "its error", "deviation in theory"}};
  for (const int of_a_thread : {points, 16 * points}) {
    const double all = static_cast<double>(threads) * of_a_thread;
    const Task task{threads, of_a_thread, lesson.seed(), d_states.data(), d_inside.data()};
    for (const Rung& rung : ladder()) {
      const auto run = [&] { rung.run(task, nullptr); };
      const auto fresh = [&] {
        setup(task);
        d_inside.fill_bytes(0xFF);
      };
      const double ms = median_ms(run, lesson.repeats(), lesson.warm_ups(), {.each = fresh});
      const unsigned long long inside = d_inside.to_host()[0];
      const double value = 4 * static_cast<double>(inside) / all, deviation = std::sqrt(pi * (4 - pi) / all);
      lesson.expect(std::abs(deviations(inside, all)) <= most_deviations, std::string(rung.name) + " is not random");
      lines.push_back({format("%s, %d points", rung.name, of_a_thread), format("%.4f", ms),
                       format("%.3f", all / ms / 1e6), format("%llu", inside), format("%.7f", value),
                       format("%+.1e", value - pi), format("%.1e", deviation)});
    }
  }
  print_table(format("pi from %zu threads", threads), lines,
              "The fewer points a thread draws, the larger the share of its time that setting up the state takes.",
              lesson.files());

  const Task task{threads, points, lesson.seed(), d_states.data(), d_inside.data()};
  const double ms = median_ms([&] { setup(task); }, lesson.repeats(), lesson.warm_ups());
  std::printf("\nkept_states: %zu states of %zu bytes; a state of Philox has %zu\n", threads, xorwow_bytes(),
              philox_bytes());
  if (times_count()) std::printf("their setup: %.4f ms\n", ms);
  ladder()[1].run(task, nullptr);
  const unsigned long long first = d_inside.to_host()[0];
  ladder()[1].run(task, nullptr);
  const unsigned long long second = d_inside.to_host()[0];
  std::printf("kept_states twice after one setup: %llu, then %llu inside, of %.0f\n", first, second, n);
}

void show_walk(Lesson& lesson, std::size_t walkers, int steps, const std::string& svg) {
  DeviceBuffer<int> d_ends(walkers);
  d_ends.fill_bytes(0x7F);
  const double ms =
      median_ms([&] { walk(d_ends.data(), walkers, steps, lesson.seed()); }, lesson.repeats(), lesson.warm_ups());
  const std::vector<int> ends = d_ends.to_host();
  double sum = 0, squares = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < walkers; ++i) {
    sum += ends[i];
    squares += double(ends[i]) * ends[i];
    if (i % 97 == 0) wrong += ends[i] != walk_cpu(i, steps, lesson.seed());
  }
  // The square of the end has the mean `steps` and the variance 2 steps (steps - 1).
  const double n = static_cast<double>(walkers), mean = sum / n, square = squares / n;
  const double mean_off = std::sqrt(steps / n), square_off = std::sqrt(2.0 * steps * (steps - 1.0) / n);
  std::printf("\n%zu walkers of %d steps each\n", walkers, steps);
  if (times_count()) std::printf("time: %.4f ms\n", ms);
  std::printf("mean of the ends %+.3f (in theory 0, give or take %.3f)\n", mean, mean_off);
  std::printf("mean of their squares %.1f (in theory %d, give or take %.1f)\n", square, steps, square_off);
  lesson.expect(wrong == 0, "the walkers did not end where the reference does");
  lesson.expect(std::abs(mean) <= most_deviations * mean_off, "the mean of the ends");
  lesson.expect(std::abs(square - steps) <= most_deviations * square_off, "the mean of the squares");
  if (svg.empty()) return;

  Plot plot(format("Where %zu walkers end after %d steps", walkers, steps), "place", "part of the walkers");
  Curve counted{"walkers", {}}, normal{"normal distribution", {}};
  const int width = 2 * std::max(static_cast<int>(std::sqrt(steps) / 16), 1);  // ends are even
  for (int left = -4 * static_cast<int>(std::sqrt(steps)) / width * width; left <= 4 * std::sqrt(steps);
       left += width) {
    const auto in_bin = [&](int end) { return end >= left && end < left + width; };
    const double middle = left + width / 2.0 - 1;
    counted.points.push_back({middle, static_cast<double>(std::count_if(ends.begin(), ends.end(), in_bin)) / n});
    normal.points.push_back({middle, width / std::sqrt(2 * pi * steps) * std::exp(-middle * middle / (2.0 * steps))});
  }
  plot.add(counted);
  plot.add(normal);
  plot.write_svg(svg);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("device_api", "Random numbers inside a kernel: a state for each thread, and what it costs.");
  const std::size_t& threads = lesson.size("--threads", 1 << 20, 1 << 11, "threads", 1, 1 << 26);
  const std::size_t& points = lesson.size("--points", 16, 16, "points per thread, and 16 times that", 2, 1 << 16);
  const std::size_t& walkers = lesson.size("--walkers", 1 << 20, 1 << 12, "walkers", 2, 1 << 28);
  const std::size_t& steps = lesson.size("--steps", 1024, 1024, "steps of a walker", 32, 1 << 20);
  const std::string& svg = lesson.text("--svg", "", "file for the walkers' ends, as a histogram");
  return lesson.main(argc, argv, [&] {
    if (points % 2 != 0) throw UsageError("--points must be even: a call of Philox makes two points");
    if (steps % 32 != 0) throw UsageError("--steps must be a multiple of 32: a word of 32 bits is so many steps");
    show_pi(lesson, threads, static_cast<int>(points));
    show_walk(lesson, walkers, static_cast<int>(steps), svg);
  });
}
