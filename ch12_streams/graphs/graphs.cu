// A kernel of a microsecond takes longer to launch than to run. A graph is prepared once: it is checked, and prepared
// for the device. Then one call launches all of it.
#include "ch12_streams/graphs/graphs.h"

#include <functional>

#include "common/check.h"
#include "common/ptx.h"

namespace graphs {

__global__ void mark_kernel(std::uint32_t* place, std::uint32_t mark) {
  *place = mark;
}

// ---- The baseline. Each launch costs the host some microseconds, and the device waits for the host.
void launch_each(const Job& job, const Stream& stream) {
  for (int k = 0; k < job.kernels; ++k) {
    mark_kernel<<<1, 1, 0, stream>>>(job.out + k, mark(k, job.value));
    check(cudaGetLastError());
  }
}

namespace {

// ---- Rung 1. While a stream is captured its launches run nothing: they become nodes, and the order of the stream
// becomes edges. Code that launches need not change. Thread local: the calls of other threads are not restricted.
Made capture(const Stream& stream, const std::function<void()>& launch_all) {
  cudaGraph_t graph = nullptr;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  try {
    launch_all();
  } catch (...) {
    if (cudaStreamEndCapture(stream, &graph) == cudaSuccess) cudaGraphDestroy(graph);
    throw;
  }
  check(cudaStreamEndCapture(stream, &graph));
  return {Graph(graph), {}};
}

Made captured(const Job& job, const Stream& stream) {
  return capture(stream, [&] { launch_each(job, stream); });
}

// ---- Rung 2. Same, except that a kernel may start before the kernel before it has ended, and waits inside for its
// stores. No kernel here calls the trigger, so it starts when all earlier blocks are done. (Compute capability
// 9.0.)
__global__ void mark_overlapping_kernel(std::uint32_t* place, std::uint32_t mark) {
  wait_for_kernel_before();
  *place = mark;
}

Made captured_overlapping(const Job& job, const Stream& stream) {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = 1;
  return capture(stream, [&] {
    for (int k = 0; k < job.kernels; ++k)
      check(cudaLaunchKernelEx(&config, mark_overlapping_kernel, job.out + k, mark(k, job.value)));
  });
}

// The launch configuration and arguments as data. The addresses of the arguments must be valid only while the node is
// created or changed: the values are copied.
struct Arguments {
  std::uint32_t* place;
  std::uint32_t mark;
  void* list[2] = {&place, &mark};

  cudaKernelNodeParams node() {
    cudaKernelNodeParams parameters{};
    parameters.func = reinterpret_cast<void*>(mark_kernel);
    parameters.gridDim = dim3(1);
    parameters.blockDim = dim3(1);
    parameters.kernelParams = list;
    return parameters;
  }
};

// ---- Rung 3. The graph of rung 1, built by hand: one node per kernel, which depends on the node before. This takes
// more code, but gives access to the nodes.
Made build(const Job& job, int width) {
  Made made{Graph(), std::vector<cudaGraphNode_t>(job.kernels)};
  for (int k = 0; k < job.kernels; ++k) {
    Arguments arguments{job.out + k, mark(k, job.value)};
    const cudaKernelNodeParams parameters = arguments.node();
    const bool first = k < width;  // first of its chain: no dependency
    const cudaGraphNode_t* before = first ? nullptr : &made.nodes[k - width];
    check(cudaGraphAddKernelNode(&made.nodes[k], made.graph, before, first ? 0 : 1, &parameters));
  }
  return made;
}

Made built(const Job& job, const Stream&) {
  return build(job, 1);
}

// ---- Rung 4. Same, except for the edges. A stream is a chain even if its kernels are independent. These are, so the
// graph has several chains side by side, in which the ends and starts of kernels overlap.
Made built_wide(const Job& job, const Stream&) {
  return build(job, chains);
}

}  // namespace

// ---- A changed argument needs no new graph: the instance is updated node by node. The kernel and the edges stay the
// same.
void change(const GraphExec& instance, cudaGraphNode_t node, const Job& job, int k, std::uint32_t value) {
  Arguments arguments{job.out + k, mark(k, value)};
  const cudaKernelNodeParams parameters = arguments.node();
  check(cudaGraphExecKernelNodeSetParams(instance, node, &parameters));
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"captured", captured},                                // a chain, as the stream is one; runs nothing
      {"captured_overlapping", captured_overlapping, {90}},  // a chain whose kernels may start early
      {"built", built},                                      // the same chain by hand; runs nothing, needs no stream
      {"built_wide", built_wide},                            // the same kernels in several chains side by side
  };
  return rungs;
}

}  // namespace graphs
