// A loop of kernels whose condition depends on the device's numbers: checked by the host, and by the graph itself.
#include <cuda_runtime.h>

#include <algorithm>

#include "ch12_streams/graph_loop/graph_loop.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace graph_loop;

void show(Lesson& lesson, std::size_t n) {
  const std::vector<std::uint32_t> start = random_integers<std::uint32_t>(n, 1, most_start, lesson.seed());
  const std::vector<std::uint32_t> expected = steps_cpu(start);
  const std::uint32_t turns = std::max(1u, n == 0 ? 0 : *std::max_element(expected.begin(), expected.end()));
  const DeviceBuffer<std::uint32_t> d_start(start);
  DeviceBuffer<std::uint32_t> d_x(n), d_steps(n);
  DeviceBuffer<int> d_running(1);
  const Task task{d_start.data(), d_x.data(), d_steps.data(), d_running.data(), n};
  const Stream stream;

  std::vector<std::vector<std::string>> lines{{"way", "ms", "us per turn"}};
  for (const Rung& rung : ladder()) {
    d_steps.fill_bytes(0xFF);
    check(cudaDeviceSynchronize());  // the stream does not wait for the default one
    const auto run = rung.prepare(task, stream);
    const double ms = median_host_ms(run, lesson.repeats(), lesson.warm_ups());
    lesson.expect(mismatches(d_steps.to_host(), expected) == 0, std::string(rung.name) + ": the steps of the numbers");
    lines.push_back({rung.name, format("%.3f", ms), format("%.3f", ms * 1e3 / turns)});
  }
  print_table(format("%zu numbers, %u turns of the loop", n, turns), lines,
              "The less often the host checks, the less the device waits between two turns.", lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("graph_loop", "A loop until the device's numbers are done: the host asks, or a while node of a graph.");
  const std::size_t& n = lesson.size("--n", 10'000, 1000, "numbers", 0, 100'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, n); });
}
