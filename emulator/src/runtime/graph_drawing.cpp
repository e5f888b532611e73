// A graph as a drawing in the language of Graphviz.
#include <cstdio>
#include <map>

#include "runtime/graph.hpp"

namespace cuda_emulator {
namespace {

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "kernel";
    case cudaGraphNodeTypeMemcpy:
      return "copy";
    case cudaGraphNodeTypeMemset:
      return "set";
    case cudaGraphNodeTypeHost:
      return "host";
    case cudaGraphNodeTypeGraph:
      return "graph";
    case cudaGraphNodeTypeWaitEvent:
      return "wait";
    case cudaGraphNodeTypeEventRecord:
      return "record";
    case cudaGraphNodeTypeMemAlloc:
      return "alloc";
    case cudaGraphNodeTypeMemFree:
      return "free";
    case cudaGraphNodeTypeConditional:
      return "conditional";
    default:
      return "empty";
  }
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
  if (const cudaError_t error = ready()) return error;
  if (!graph || !path) return set_error(cudaErrorInvalidValue);
  std::FILE* const file = std::fopen(path, "w");
  if (!file) return set_error(cudaErrorOperatingSystem);
  std::map<cudaGraphNode_t, std::size_t> numbers;
  std::fputs("digraph graph_1 {\n", file);
  for (const auto& node : graph->nodes) {
    const std::size_t number = numbers.size();
    numbers[node.get()] = number;
    const KernelWork* const kernel = std::get_if<KernelWork>(&node->payload);
    std::fprintf(file, "  n%zu [label=\"%s%s%s\"];\n", number, name_of(type_of(node->payload)), kernel ? "\\n" : "",
                 kernel ? kernel->grid.name : "");
  }
  for (const auto& node : graph->nodes) {
    for (const cudaGraphNode_t needed : node->dependencies) {
      std::fprintf(file, "  n%zu -> n%zu;\n", numbers[needed], numbers[node.get()]);
    }
  }
  std::fputs("}\n", file);
  return std::fclose(file) == 0 ? cudaSuccess : set_error(cudaErrorOperatingSystem);
}
