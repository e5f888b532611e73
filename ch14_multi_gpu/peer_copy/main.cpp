// Copy from the first GPU to the second with every rung, one way and both ways at once; then a matrix of all pairs: the
// rate of the copy, and the latency of one load.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>

#include "ch14_multi_gpu/peer_copy/peer_copy.h"
#include "common/check.h"
#include "common/devices.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace peer_copy;

// One direction with its data.
struct Transfer {
  Transfer(int from, int to, const std::vector<unsigned>& words) : way(from, to), words(words) {
    const CurrentDevice source(from);
    x = DeviceBuffer<unsigned>(words);
    const CurrentDevice target(to);
    y = DeviceBuffer<unsigned>(words.size());
    forget();
  }
  void forget() {
    const CurrentDevice target(way.to);
    y.fill_bytes(0);
    synchronize_devices(device_count());
  }
  void run(const Rung& rung) {
    rung.run(way, reinterpret_cast<const Element*>(x.data()), reinterpret_cast<Element*>(y.data()), words.size() / 4);
  }
  bool right() const { return mismatches(y.to_host(), words) == 0; }

  Way way;
  const std::vector<unsigned>& words;
  DeviceBuffer<unsigned> x, y;
};

// ms for all transfers at once, from the first call until the last one has ended.
double time(const Lesson& lesson, const Rung& rung, const std::vector<Transfer*>& transfers) {
  return median_host_ms(
      [&] {
        for (Transfer* transfer : transfers) transfer->run(rung);
        for (Transfer* transfer : transfers) transfer->way.wait();
      },
      lesson.repeats(), lesson.warm_ups());
}

void show_ways(Lesson& lesson, const std::vector<unsigned>& words) {
  const int other = device_count() > 1 ? 1 : 0;
  Transfer there(0, other, words), back(other, 0, words);
  const double gigabytes = static_cast<double>(words.size()) * sizeof words[0] / 1e6;  // over ms: GB/s
  std::vector<std::vector<std::string>> lines{{"rung", "one way, ms", "GB/s", "both ways at once, ms", "GB/s in all"}};
  std::optional<PeerAccess> access;
  for (const Rung& rung : ladder()) {
    if (rung.mapped && !(can_reach(0, other) && can_reach(other, 0))) {
      lines.push_back({rung.name, "skipped: these GPUs cannot access each other's memory"});
      continue;
    }
    if (rung.mapped && !access) access.emplace(device_count());
    there.forget();
    back.forget();
    const double one = time(lesson, rung, {&there}), both = time(lesson, rung, {&there, &back});
    lesson.expect(there.right() && back.right(), rung.name);
    lines.push_back({rung.name, format("%.3f", one), format("%.1f", gigabytes / one), format("%.3f", both),
                     format("%.1f", 2 * gigabytes / both)});
  }
  print_table(format("%.1f MB from GPU 0 to GPU %d", gigabytes, other), lines,
              other == 0 ? "One GPU: all copies stay in its memory. With a second GPU they cross a link."
                         : "Through the host the bytes are copied twice; with peer access they cross the link once.",
              lesson.files());
}

// Random places, 1 KB apart, in a cycle: no cache can hold them, and the next place cannot be predicted.
std::vector<unsigned> cycle(std::size_t places, unsigned seed) {
  constexpr unsigned apart = 256;
  std::vector<unsigned> order(places), next(places * apart);
  std::iota(order.begin(), order.end(), 0);
  const std::vector<std::uint64_t> random = random_integers<std::uint64_t>(places, 0, 1LL << 40, seed);
  for (std::size_t i = places - 1; i > 0; --i) std::swap(order[i], order[random[i] % i]);  // Sattolo's: one cycle
  for (std::size_t i = 0; i < places; ++i) next[i * apart] = order[i] * apart;
  return next;
}

double latency_ns(const Lesson& lesson, int device, int memory, int steps, const std::vector<unsigned>& next) {
  const CurrentDevice far(memory);
  const DeviceBuffer<unsigned> d_next(next);
  const CurrentDevice near(device);
  DeviceBuffer<unsigned> end(1);
  const Stream stream;
  synchronize_devices(device_count());  // a copy from pageable memory may still be running when the call returns
  const double ms = median_ms([&] { chase(device, d_next.data(), steps, end.data(), stream); }, lesson.repeats(),
                              lesson.warm_ups(), {}, stream);
  return ms * 1e6 / steps;
}

void show_pairs(Lesson& lesson, const std::vector<unsigned>& words, std::size_t places, int steps) {
  const int devices = device_count();
  const PeerAccess access(devices);
  const std::vector<unsigned> next = cycle(places, lesson.seed());
  std::vector<std::vector<std::string>> rates{{"from"}}, latencies{{"GPU"}};
  for (int to = 0; to < devices; ++to) {
    rates[0].push_back(format("to %d, GB/s", to));
    latencies[0].push_back(format("memory of %d, ns", to));
  }
  const auto runtime_copy = std::ranges::find(ladder(), std::string_view("runtime_copy"), &Rung::name);
  for (int from = 0; from < devices; ++from) {
    rates.push_back({std::to_string(from)});
    latencies.push_back({std::to_string(from)});
    for (int to = 0; to < devices; ++to) {
      Transfer transfer(from, to, words);
      const double ms = time(lesson, *runtime_copy, {&transfer});
      lesson.expect(transfer.right(), format("from %d to %d", from, to));
      rates.back().push_back(format("%.1f", static_cast<double>(words.size()) * sizeof words[0] / 1e6 / ms));
      latencies.back().push_back(can_reach(from, to) ? format("%.0f", latency_ns(lesson, from, to, steps, next))
                                                     : "does not reach it");
    }
  }
  std::printf("\n");
  print_table("runtime_copy between all pairs: bytes copied over time", rates, "", lesson.files());
  std::printf("\n");
  print_table("One load, from all to all", latencies,
              "A load from another GPU's memory takes longer than one from its own, so more loads must be in flight.",
              lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("peer_copy",
                "Copies from one GPU's memory to another's: through the host, by the runtime, by a kernel.");
  const std::size_t& n = lesson.size("--n", 1 << 26, 1 << 14, "elements of 16 bytes", 1, std::size_t{1} << 32);
  const std::size_t& places = lesson.size("--places", 1 << 16, 1 << 8, "places of the chain of loads", 2, 1 << 22);
  const std::size_t& steps = lesson.size("--steps", 10'000, 1'000, "loads of that chain", 1, 1'000'000);
  return lesson.main(argc, argv, [&] {
    const std::vector<unsigned> words = random_integers<unsigned>(4 * n, 0, ~0u, lesson.seed());
    show_ways(lesson, words);
    show_pairs(lesson, words, places, static_cast<int>(steps));
  });
}
