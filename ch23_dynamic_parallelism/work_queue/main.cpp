// Walk an uneven tree with every rung, check the totals, and compare the times.
#include <cstdio>

#include "ch23_dynamic_parallelism/work_queue/work_queue.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/parallel.h"
#include "common/values.h"

namespace {

using namespace work_queue;

// All branches together, and the nodes of the largest one.
struct Branches {
  Totals totals{};
  unsigned long long largest = 0;
};

Branches branches_below(const std::vector<std::uint32_t>& roots) {
  const auto of_root = [&](std::size_t root, std::size_t) {
    const Totals totals = totals_cpu({roots[root]});
    return Branches{totals, totals.nodes};
  };
  return fold_parts(roots.size(), 1, Branches{}, of_root, [](const Branches& a, const Branches& b) {
    return Branches{{a.totals.nodes + b.totals.nodes, a.totals.sum_of_seeds + b.totals.sum_of_seeds,
                     std::max(a.totals.deepest, b.totals.deepest)},
                    std::max(a.largest, b.largest)};
  });
}

void show(Lesson& lesson, std::size_t n, std::size_t capacity, std::size_t blocks) {
  const auto roots = random_integers<std::uint32_t>(n, 0, 0xFFFFFFFF, lesson.seed());
  const Branches branches = branches_below(roots);
  const Totals& expected = branches.totals;
  const DeviceBuffer<std::uint32_t> d_roots(roots);
  DeviceBuffer<Totals> d_totals(1);
  DeviceBuffer<Node> d_items(capacity);
  DeviceBuffer<unsigned> d_ready(capacity), d_counters(counters);
  const Queue queue{d_items.data(), d_ready.data(), d_counters.data(), static_cast<unsigned>(capacity)};

  Report& report = lesson.report({.items = static_cast<double>(expected.nodes)});
  report.cpu("CPU, one core", [&] { return static_cast<double>(totals_cpu(roots).nodes); });
  report.writes(d_totals);
  for (const Rung& rung : ladder())
    report.rung(
        rung.name, [&] { rung.run(d_roots.data(), d_totals.data(), queue, n, static_cast<int>(blocks)); },
        [&] {
          const Totals totals = d_totals.to_host()[0];
          return totals.nodes == expected.nodes && totals.sum_of_seeds == expected.sum_of_seeds &&
                         totals.deepest == expected.deepest
                     ? 0.0
                     : 1.0;
        });
  report.print("The block with the largest branch works alone at the end, unless other blocks can take nodes of it.");
  // How uneven the work is.
  const double mean = static_cast<double>(expected.nodes) / std::max<double>(1, static_cast<double>(n));
  std::printf("\nnodes: %llu, below a root %.0f on average, %llu at most\n", expected.nodes, mean, branches.largest);
  if (n > 0) std::printf("items that the last rung added to the queue: %u\n", d_counters.to_host()[1]);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("work_queue", "Blocks that pull their work from a queue: a tree with branches of uneven sizes.");
  const std::size_t& n = lesson.size("--n", 4000, 60, "roots", 0, 10'000'000);
  const std::size_t& capacity =
      lesson.size("--capacity", 1'000'000, 50'000, "items that the queue has room for", 0, 100'000'000);
  const std::size_t& blocks = lesson.size("--blocks", 1'000'000, 1'000'000, "persistent blocks, at most", 1, 1'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, n, capacity, blocks); });
}
