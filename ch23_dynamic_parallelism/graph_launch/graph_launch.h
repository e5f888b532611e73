// Graphs launched by kernels: a loop that the device ends, and the order in which launched graphs run.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graph_launch {

// ---- The loop. Cells in a row; 0 is a wall. In each turn every other cell takes the smallest number among its own and
// those of its neighbours that are not walls. The loop ends with the first turn that changes nothing.

struct Settled {
  std::vector<unsigned> cells;
  int turns;  // including the last one
};

inline Settled spread_cpu(std::vector<unsigned> cells) {
  for (int turns = 1;; ++turns) {
    const std::vector<unsigned> before = cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (before[i] == 0) continue;
      if (i > 0 && before[i - 1] != 0) cells[i] = std::min(cells[i], before[i - 1]);
      if (i + 1 < cells.size() && before[i + 1] != 0) cells[i] = std::min(cells[i], before[i + 1]);
    }
    if (cells == before) return {cells, turns};
  }
}

// In device memory, and owned by the caller: n cells (not 0), as many more as scratch, and one state.
struct State {
  int turns;       // done so far
  int changed;     // did the current turn change a cell?
  int more;        // did the last turn? Otherwise the loop ends.
  unsigned error;  // the first error of a launch by a kernel
};
struct Job {
  unsigned *cells, *scratch;
  State* state;
  std::size_t n;
};

// The rungs. Each prepares a loop for the job, and returns a function that runs it once, in the default stream: it
// replaces cells by the result of spread_cpu, and stores the turns in state. It does not wait for the device (host_loop
// does), may be called again, and owns its graphs. Both throw CudaError.
using Loop = std::function<void()>;

struct Rung {
  const char* name;
  Loop (*make)(const Job& job);
};

std::span<const Rung> ladder();

// ---- The order of execution. The host launches a graph of two kernels, A and B, and a kernel D after it. A launches a
// graph with the kernel C in one of three ways, and then a graph with the kernel T as a tail launch.
enum class Way { fire_and_forget, tail, sibling };

// The five letters in the order in which the kernels ran. Waits for the device; throws CudaError.
std::string order_seen(Way way);

// The launches that are refused, and their errors. Waits for the device; throws CudaError if anything else fails.
std::vector<std::pair<std::string, cudaError_t>> refusals();

}  // namespace graph_launch
