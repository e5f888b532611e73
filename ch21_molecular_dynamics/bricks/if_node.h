// A node of a graph whose body the device runs or leaves out.
#pragma once

#include <cuda_runtime.h>

#include "common/check.h"

namespace ljmd {

// Adds the node behind `last`, which becomes the node. A kernel before it sets `condition`, which belongs to the graph.
// Returns the body, an empty graph that the node owns. Throws CudaError.
inline cudaGraph_t add_if(cudaGraph_t graph, cudaGraphNode_t& last, cudaGraphConditionalHandle condition) {
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = condition;
  parameters.conditional.type = cudaGraphCondTypeIf;
  parameters.conditional.size = 1;
  const cudaGraphNode_t before = last;
#if CUDART_VERSION >= 13000
  check(cudaGraphAddNode(&last, graph, &before, nullptr, 1, &parameters));
#else
  check(cudaGraphAddNode(&last, graph, &before, 1, &parameters));
#endif
  return parameters.conditional.phGraph_out[0];
}

}  // namespace ljmd
