// A graph for every frame: the same kernels with other arguments. How does the instance do the new frame's work?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/owners.h"

namespace graph_update {

// A frame's work: kernel k writes its mark to out[k]. out points to `kernels` values in device memory.
struct Frame {
  std::uint32_t* out;
  int kernels;
  std::uint32_t value;  // changes from frame to frame, and in every kernel's arguments
};

inline std::uint32_t mark(int k, std::uint32_t value) {
  return value + 2654435761u * static_cast<std::uint32_t>(k);
}

inline std::vector<std::uint32_t> marks(const Frame& frame) {
  std::vector<std::uint32_t> all(frame.kernels);
  for (int k = 0; k < frame.kernels; ++k) all[k] = mark(k, frame.value);
  return all;
}

// The state that is kept from frame to frame. Empty before the first.
struct Prepared {
  std::optional<GraphExec> instance;   // ready to launch
  std::vector<cudaGraphNode_t> nodes;  // of the graph that instance was made from, in order; valid while graph lives
  std::optional<Graph> graph;
  int instantiated = 0;  // how often an instance was made from scratch
};

struct Rung {
  const char* name;
  // Prepares prepared.instance for the frame; runs nothing. Its earlier launches must have ended. Throws
  // CudaError.
  void (*run)(const Frame& frame, const Stream& stream, Prepared& prepared);
};

std::span<const Rung> ladder();

}  // namespace graph_update
