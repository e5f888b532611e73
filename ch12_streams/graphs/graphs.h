// Many small kernels: launched one by one, captured into a graph, or added to a graph by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/check.h"
#include "common/owners.h"

namespace graphs {

// Kernel k writes its mark to out[k]; the kernels are independent. out points to `kernels` values in device
// memory.
struct Job {
  std::uint32_t* out;
  int kernels;
  std::uint32_t value;
};

inline std::uint32_t mark(int k, std::uint32_t value) {
  return value + 2654435761u * static_cast<std::uint32_t>(k);
}

inline std::vector<std::uint32_t> marks(const Job& job) {
  std::vector<std::uint32_t> all(job.kernels);
  for (int k = 0; k < job.kernels; ++k) all[k] = mark(k, job.value);
  return all;
}

// A graph, and its kernel nodes in order (empty for a captured graph, whose nodes the runtime creates).
struct Made {
  Graph graph;
  std::vector<cudaGraphNode_t> nodes;
};

void launch_each(const Job& job, const Stream& stream);  // the launches themselves; does not wait

inline constexpr int chains = 8;  // of built_wide

struct Rung {
  const char* name;
  Made (*make)(const Job& job, const Stream& stream);
  Needs needs = {};
};

std::span<const Rung> ladder();

// From the next launch of instance on, kernel k, whose node this is, writes the mark of another value.
void change(const GraphExec& instance, cudaGraphNode_t node, const Job& job, int k, std::uint32_t value);

}  // namespace graphs
