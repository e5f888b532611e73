// 1 to 128 streams, each with the same load: four loads, four curves, and the cause of each plateau.
#include <cuda_runtime.h>

#include <algorithm>

#include "ch12_streams/kernel_overlap/kernel_overlap.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace kernel_overlap;

struct Setting {
  const char* name;
  const Rung& rung;
  Load load;
};

struct Measured {
  std::vector<double> ms, speedup;  // for each number of streams
};

Measured measure(Lesson& lesson, const Setting& setting, const std::vector<int>& counts,
                 const std::vector<Stream>& streams) {
  const Load& load = setting.load;
  const std::vector<std::uint32_t> x =
      random_integers<std::uint32_t>(load.elements() * counts.back(), 0, 0xffffffff, lesson.seed());
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(x.size());
  std::vector<std::uint32_t> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    expected[i] = Lcg{}.jumped(x[i], static_cast<std::uint64_t>(load.steps) * load.kernels);

  Measured result;
  for (const int count : counts) {
    d_y.fill_bytes(0xFF);
    const std::span<const Stream> some(streams.data(), count);
    const auto all = [&] { setting.rung.enqueue(load, some, d_x.data(), d_y.data()); };
    result.ms.push_back(median_host_ms(all, std::min(lesson.repeats(), 11), 1));  // long, and steady
    result.speedup.push_back(count * result.ms[0] / result.ms.back());
    std::vector<std::uint32_t> y = d_y.to_host();
    y.resize(load.elements() * count);
    lesson.expect(std::equal(y.begin(), y.end(), expected.begin()),
                  std::string(setting.name) + ": a result with " + std::to_string(count) + " streams");
  }
  return result;
}

// One stream with many kernels that do almost nothing: the host's time for one launch.
double launch_ms(const Lesson& lesson, const Stream& stream) {
  const Load load{1, 1000, 0};
  DeviceBuffer<std::uint32_t> x(load.elements()), y(load.elements());
  x.fill_bytes(0);
  const auto all = [&] { ladder()[0].enqueue(load, {&stream, 1}, x.data(), y.data()); };
  return median_host_ms(all, std::min(lesson.repeats(), 11), 1) / load.kernels;
}

void show(Lesson& lesson, std::size_t most_streams, std::size_t steps, const std::string& svg) {
  const int processors = multiprocessors(), s = static_cast<int>(steps);
  const int eighth = std::max(processors / 8, 1);
  const Setting settings[] = {{"1 block", ladder()[0], {1, 1, s}},
                              {"1/8 of the device", ladder()[0], {eighth, 1, s}},
                              {"chains, stream after stream", ladder()[0], {1, 4, s}},
                              {"chains, in turn", ladder()[1], {1, 4, s}}};
  std::vector<int> counts;
  for (std::size_t count = 1; count <= most_streams; count *= 2) counts.push_back(static_cast<int>(count));
  const std::vector<Stream> streams(counts.back());
  const double launch = launch_ms(lesson, streams[0]);

  std::vector<std::vector<std::string>> times{{"streams"}}, causes{{"load", "best speed-up", "limit", "cause"}};
  for (const int count : counts) times.push_back({std::to_string(count)});
  Plot plot("Small kernels in streams", "streams", "speed-up", Scale::logarithmic, Scale::logarithmic);
  for (const Setting& setting : settings) {
    const Measured measured = measure(lesson, setting, counts, streams);
    times[0].push_back(std::string(setting.name) + ", ms");
    times[0].push_back("speed-up");
    Curve curve{setting.name, {}};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      times[i + 1].push_back(format("%.3f", measured.ms[i]));
      times[i + 1].push_back(format("%.2f", measured.speedup[i]));
      curve.points.emplace_back(counts[i], measured.speedup[i]);
    }
    plot.add(std::move(curve));

    const Cause cause =
        emulated_device()
            ? Cause{1, "the emulator runs streams in issue order"}
            : cause_of(limits_of(setting.rung, setting.load, counts.back(), processors, measured.ms[0], launch));
    const double best = *std::max_element(measured.speedup.begin(), measured.speedup.end());
    causes.push_back({setting.name, format("%.2f", best), format("%.2f", cause.limit), cause.name});
  }
  print_table("Time of all streams, and streams * time of one / time of all", times, "",
              {.csv = "", .markdown = lesson.files().markdown});
  print_table(format("Why it stops: %d multiprocessors, %d queues, %.2f us per launch", processors, connections(),
                     launch * 1e3),
              causes, "Streams use what a small kernel leaves idle, until the lowest of the limits is reached.",
              {.csv = "", .markdown = lesson.files().markdown});
  if (!svg.empty()) plot.write_svg(svg);
  if (!lesson.csv().empty()) plot.write_csv(lesson.csv());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("kernel_overlap", "Small kernels in 1 to 128 streams: how many run at once, and why no more.");
  const std::size_t& streams = lesson.size("--streams", 128, 128, "streams at most", 1, 1024);
  const std::size_t& steps = lesson.size("--steps", 100'000, 20, "steps per element and kernel", 0, 1'000'000'000);
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] { show(lesson, streams, steps, svg); });
}
