// Run a loop of unknown length in four ways, compare the times per turn, and show when launched graphs run.
#include <cstdio>

#include "ch23_dynamic_parallelism/graph_launch/graph_launch.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace graph_launch;

// Decreasing numbers from left to right: the last one of a section must reach its first cell.
std::vector<unsigned> cells_between_walls(std::size_t n, std::size_t stretch) {
  std::vector<unsigned> cells(n);
  for (std::size_t i = 0; i < n; ++i) cells[i] = i % (stretch + 1) == stretch ? 0 : static_cast<unsigned>(n - i);
  return cells;
}

void compare_loops(Lesson& lesson, std::size_t n, std::size_t stretch) {
  const std::vector<unsigned> cells = cells_between_walls(n, stretch);
  const Settled expected = spread_cpu(cells);
  const DeviceBuffer<unsigned> d_start(cells);
  DeviceBuffer<unsigned> d_cells(n), d_scratch(n);
  DeviceBuffer<State> d_state(1);
  const Job job{d_cells.data(), d_scratch.data(), d_state.data(), n};

  Report& report = lesson.report({.items = static_cast<double>(expected.turns)});
  report.cpu("CPU, one core", [&] { return static_cast<double>(spread_cpu(cells).turns); });
  report.writes(d_cells);
  report.writes(d_scratch);
  for (const Rung& rung : ladder())
    report.rung(
        rung.name, rung.make(job),
        [&] {
          const State state = d_state.to_host()[0];
          check(static_cast<cudaError_t>(state.error));
          return state.turns == expected.turns ? mismatches(d_cells.to_host(), expected.cells) : 1.0;
        },
        [&] { check(cudaMemcpyAsync(d_cells.data(), d_start.data(), d_cells.bytes(), cudaMemcpyDeviceToDevice)); });
  report.print("Every rung runs the same kernels: the times differ by what it costs to ask for one more turn.");
  std::printf("\nturns: %d; us per turn:", expected.turns);
  for (const Rung& rung : ladder()) std::printf(" %s %.2f;", rung.name, 1e3 * report.ms(rung.name) / expected.turns);
  std::printf("\n");
}

void show_orders() {
  std::printf(
      "\nKernel A launches a graph with kernel C, and a graph with T as a tail launch. B follows A in its graph, D\n");
  std::printf("follows that graph in its stream. In the order in which they ran, with C launched as\n");
  std::printf("tail:            %s\n", order_seen(Way::tail).c_str());
  std::printf("fire and forget: %s\n", order_seen(Way::fire_and_forget).c_str());
  std::printf("sibling:         %s\n", order_seen(Way::sibling).c_str());
  std::printf("\nrefused:\n");
  for (const auto& [what, error] : refusals()) std::printf("%s: %s\n", what.c_str(), cudaGetErrorName(error));
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("graph_launch",
                "Graphs launched by kernels: a loop that the device ends, and the order in which graphs run.");
  const std::size_t& n = lesson.size("--n", 100'000, 2000, "cells", 1, 100'000'000);
  const std::size_t& stretch = lesson.size("--stretch", 500, 30, "cells between two walls", 1, 1'000'000);
  return lesson.main(argc, argv, [&] {
    compare_loops(lesson, n, stretch);
    show_orders();
  });
}
