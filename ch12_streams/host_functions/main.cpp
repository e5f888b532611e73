// Pieces go through kernel and copy, and the host adds up each: after waiting for it, or in a host function.
#include <cuda_runtime.h>

#include <cstdio>
#include <numeric>

#include "ch12_streams/host_functions/host_functions.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace host_functions;

void show(Lesson& lesson, int pieces, int size, int steps) {
  const std::size_t n = std::size_t(pieces) * size;
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, lesson.seed());
  const std::vector<std::uint64_t> expected = sums_cpu(x, pieces, steps);
  std::vector<int> in_turn(pieces);
  std::iota(in_turn.begin(), in_turn.end(), 0);

  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(n);
  PinnedBuffer<std::uint32_t> h_y(n);
  std::vector<std::uint64_t> sums(pieces);
  std::vector<int> order;
  const Task task{d_x.data(), d_y.data(), h_y.data(), sums.data(), &order, pieces, size, steps};
  const Stream stream, second;

  std::vector<std::vector<std::string>> lines{{"way", "ms"}};
  for (const Rung& rung : ladder()) {
    const double ms = median_host_ms(
        [&] {
          order.clear();
          std::fill(sums.begin(), sums.end(), 0);
          rung.run(task, stream, second);
        },
        lesson.repeats(), lesson.warm_ups());
    lesson.expect(sums == expected, std::string(rung.name) + ": the sums");
    lesson.expect(order == in_turn, std::string(rung.name) + ": the order of the pieces");
    lines.push_back({rung.name, format("%.3f", ms)});
  }
  print_table(format("%d pieces of %d elements, %d steps", pieces, size, steps), lines,
              "A host function runs in stream order; the work behind it in its stream waits for it.", lesson.files());
  std::printf("\na cudaMalloc in a host function returns: %s\n", cudaGetErrorName(call_inside(stream)));
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("host_functions", "Host functions in stream order, and the work that waits for them.");
  const std::size_t& pieces = lesson.size("--pieces", 16, 4, "pieces", 1, 1000);
  const std::size_t& size = lesson.size("--n", 1 << 20, 1000, "elements per piece", 1, 100'000'000);
  const std::size_t& steps = lesson.size("--steps", 2000, 10, "steps per element", 0, 1'000'000);
  return lesson.main(argc, argv,
                     [&] { show(lesson, static_cast<int>(pieces), static_cast<int>(size), static_cast<int>(steps)); });
}
