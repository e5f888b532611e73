// Scan integers with libraries and with the ring, check each result, compare the times; then the time of a call at
// every size.
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "ch16_thrust_cub/scan_libraries/scan_libraries.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace scan_libraries;

std::vector<Value> random_values(std::size_t n, unsigned seed) {
  return random_integers<Value>(n, 0, 0xFFFFFFFF, seed);
}

void show_device_times(Lesson& lesson, std::size_t n, Kind kind, bool too_little) {
  const std::vector<Value> x = random_values(n, lesson.seed());
  std::vector<Value> expected;
  const DeviceBuffer<Value> d_x(x);
  DeviceBuffer<Value> d_y(n);
  Scratch scratch(n);
  if (too_little) --scratch.cub_bytes;
  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(Value), .ceiling = Ceiling::copy}, "one large scan");
  report.cpu("CPU, one core", [&] {
    expected = scan::scan_cpu(x, kind);
    return n == 0 ? 0 : static_cast<double>(expected.back());
  });
  report.writes(d_y);
  for (const Rung& rung : ladder()) {
    if (!report.fits(rung.name, rung.needs)) continue;
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_y.data(), n, kind, scratch, nullptr); },
        [&] { return mismatches(d_y.to_host(), expected); });
  }
  report.print("Thrust adds allocations and waiting to what CUB does; a policy and an allocator avoid both.");
}

// By the host's clock: from the call until the result is there. Small scans show the cost of a call beside its kernel.
void show_host_times(Lesson& lesson, std::size_t most, Kind kind) {
  if (most < 1000) return;
  std::vector<std::vector<std::string>> lines{{"elements"}};
  for (const Rung& rung : ladder()) lines[0].push_back(std::string(rung.name) + ", us");
  const Stream stream;
  std::size_t ring_ahead_from = 0;  // 0: not even at the largest size
  for (std::size_t n = 1000; n <= most; n *= 10) {
    const std::vector<Value> x = random_values(n, lesson.seed()), expected = scan::scan_cpu(x, kind);
    const DeviceBuffer<Value> d_x(x);
    DeviceBuffer<Value> d_y(n);
    Scratch scratch(n);
    std::vector<std::string>& line = lines.emplace_back(1, format("%zu", n));
    double cub_ms = 0, ring_ms = std::numeric_limits<double>::infinity();
    for (const Rung& rung : ladder()) {
      if (!lacking(rung.needs).empty()) {
        line.push_back("");
        continue;
      }
      d_y.fill_bytes(0xFF);
      check(cudaDeviceSynchronize());  // the stream does not wait for the default stream's work
      const double ms = median_host_ms(
          [&] {
            rung.run(d_x.data(), d_y.data(), n, kind, scratch, stream);
            stream.wait();
          },
          lesson.repeats(), lesson.warm_ups());
      lesson.expect(d_y.to_host() == expected, format("%s, %zu elements", rung.name, n));
      line.push_back(format("%.1f", ms * 1000));
      if (rung.name == std::string("cub_calls")) cub_ms = ms;
      if (rung.name == std::string("our_ring")) ring_ms = ms;
    }
    if (ring_ms >= cub_ms) ring_ahead_from = 0;
    if (ring_ms < cub_ms && ring_ahead_from == 0) ring_ahead_from = n;
  }
  print_table("a call and its result, by the host's clock", lines,
              "Small scans take the time of their calls, large ones that of their bytes.", lesson.files());
  if (!times_count()) return;
  if (ring_ahead_from > 0) {
    std::printf("our_ring is ahead of cub_calls from %zu elements on\n", ring_ahead_from);
  } else {
    std::printf("our_ring is not ahead of cub_calls at the largest of these sizes\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("scan_libraries", "Prefix sums by Thrust and CUB, and what a call does besides launching kernels.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 100'000, "elements", 0, std::size_t{1} << 33);
  const bool& exclusive = lesson.flag("--exclusive", "sums of the elements before each one");
  const bool& too_little = lesson.flag("--too-little", "tell CUB that its memory is a byte smaller than it asked for");
  return lesson.main(argc, argv, [&] {
    const Kind kind = exclusive ? Kind::exclusive : Kind::inclusive;
    show_device_times(lesson, n, kind, too_little);
    show_host_times(lesson, n, kind);
  });
}
