// Pass a sum along a chain of threads, and increment counters, with every order and scope; check and time each.
#include <cuda_runtime.h>

#include <cstdio>

#include "ch10_atomics/memory_order/memory_order.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace memory_order;

void show_chain(Lesson& lesson, std::size_t n) {
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 1000, lesson.seed()),
                                   expected = sums_cpu(x);
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_sum(n), d_ready(n);

  Report& report = lesson.report({.items = static_cast<double>(n)}, format("A chain of %zu links", n));
  report.cpu("CPU, one core", [&] { return static_cast<double>(sums_cpu(x).back()); });
  report.writes(d_sum);
  for (const Rung& rung : ladder())
    report.rung(
        rung.name, [&] { rung.run(d_x.data(), d_sum.data(), d_ready.data(), static_cast<int>(n)); },
        [&] { return static_cast<double>(mismatches(d_sum.to_host(), expected)); },
        [&] {
          d_sum.fill_bytes(0xFF);  // nothing
          d_ready.fill_bytes(0);
        });
  report.print("Compare the rows: the same chain, with one change in each. A guarantee may cost time.");

  std::printf("\nns for a link:");
  for (const Rung& rung : ladder())
    std::printf(" %s %.0f;", rung.name, report.ms(rung.name) * 1e6 / static_cast<double>(n));
  std::printf("\n\n");
}

void show_increments(Lesson& lesson, std::size_t n, int turns) {
  DeviceBuffer<std::uint32_t> d_counter(n);
  const std::vector<std::uint32_t> expected(n, static_cast<std::uint32_t>(turns));
  Report& report = lesson.report({.items = static_cast<double>(n) * turns},
                                 format("%zu counters, each incremented %d times by one thread", n, turns));
  report.writes(d_counter);
  for (const Increment& increment : increments())
    report.rung(
        increment.name, [&] { increment.run(d_counter.data(), n, turns); },
        [&] { return static_cast<double>(mismatches(d_counter.to_host(), expected)); },
        [&] { d_counter.fill_bytes(0); });
  report.print("Counting needs no order: specify relaxed, and the scope.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("memory_order", "What atomic accesses cost by their memory order and by their scope.");
  const std::size_t& links = lesson.size("--links", 20'000, 64, "links of the chain", 1, 1'000'000);
  const std::size_t& n = lesson.size("--n", 1 << 20, 4096, "counters");
  const std::size_t& turns = lesson.size("--turns", 100, 4, "increments of each counter", 0, 1'000'000);
  return lesson.main(argc, argv, [&] {
    show_chain(lesson, links);
    show_increments(lesson, n, static_cast<int>(turns));
  });
}
