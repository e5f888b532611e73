// Two kernels in two streams, five variants: comparing the time with that of one kernel shows whether they overlap.
#include <algorithm>

#include "ch12_streams/default_stream/default_stream.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace default_stream;

void show(Lesson& lesson, int steps) {
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(elements, 0, 0xffffffff, lesson.seed());
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(elements);
  const int repeats = std::min(lesson.repeats(), 11);  // long, and steady

  const Streams alone(cudaStreamDefault);
  const double one_ms =
      median_host_ms([&] { one_kernel(d_x.data(), d_y.data(), steps, alone.a); }, repeats, lesson.warm_ups());
  std::vector<std::vector<std::string>> lines{{"way", "ms", "kernels' times"},
                                              {"one kernel", format("%.3f", one_ms), "1.00"}};
  for (const Rung& rung : ladder()) {
    const Streams streams(rung.flags);
    d_y.fill_bytes(0xFF);
    check(cudaDeviceSynchronize());
    const double ms =
        median_host_ms([&] { rung.run(d_x.data(), d_y.data(), steps, streams); }, repeats, lesson.warm_ups());
    lines.push_back({rung.name, format("%.3f", ms), format("%.2f", ms / one_ms)});
    lesson.expect(mismatches(d_y.to_host(), expected(x, steps)) == 0, std::string(rung.name) + ": the results");
  }
  print_table(format("Two kernels of %d steps in two streams", steps), lines,
              "1: the kernels overlap. 2: the work between them is in the legacy default stream.", lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("default_stream", "Two kernels in two streams, with work between them in a default stream.");
  const std::size_t& steps = lesson.size("--steps", 1'000'000, 1000, "steps per element", 0, 1'000'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(steps)); });
}
