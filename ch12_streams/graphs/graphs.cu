// A kernel of a microsecond takes longer to launch than to run. A graph is prepared once: checked, and laid out on the
// device. Then one call launches all of it.
#include "ch12_streams/graphs/graphs.h"

#include <functional>

#include "common/check.h"
#include "common/ptx.h"

namespace graphs {

__global__ void mark_kernel(std::uint32_t* place, std::uint32_t mark) {
  *place = mark;
}

// ---- The yardstick. Each launch costs the host some microseconds, and the device waits for the host.
void launch_each(const Job& job, const Stream& stream) {
  for (int k = 0; k < job.kernels; ++k) {
    mark_kernel<<<1, 1, 0, stream>>>(job.out + k, mark(k, job.value));
    check(cudaGetLastError());
  }
}

// ---- Rung 1. While a stream is captured its launches run nothing: they become nodes, and the order of the stream
// becomes edges. Code that already launches needs no change. Thread local: other threads may go on as they like.
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

// ---- Rung 2. Same, except that a kernel may start before the one ahead of it has ended, and waits inside for that
// one's stores. No kernel here calls the trigger, so it starts when all blocks ahead are done. (Compute
// capability 9.0.)
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

// What a launch says between <<< and >>> and in the parentheses, as data. The addresses of the arguments must be valid
// only while the node is made or changed: the values are copied.
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

// ---- Rung 3. The graph of rung 1 by hand: a node for each kernel, which depends on the one before. More to write, but
// now the nodes have names.
Made build(const Job& job, int width) {
  Made made{Graph(), std::vector<cudaGraphNode_t>(job.kernels)};
  for (int k = 0; k < job.kernels; ++k) {
    Arguments arguments{job.out + k, mark(k, job.value)};
    const cudaKernelNodeParams parameters = arguments.node();
    const bool first = k < width;  // of its chain: nothing to wait for
    const cudaGraphNode_t* before = first ? nullptr : &made.nodes[k - width];
    check(cudaGraphAddKernelNode(&made.nodes[k], made.graph, before, first ? 0 : 1, &parameters));
  }
  return made;
}

Made built(const Job& job, const Stream&) {
  return build(job, 1);
}

// ---- Rung 4. Same, except for the edges. A stream is a chain whether or not its kernels need one another; these do
// not, so let the graph say so. Side by side, the ends and starts of kernels overlap.
Made built_wide(const Job& job, const Stream&) {
  return build(job, chains);
}

// ---- A changed argument needs no new graph: the prepared one takes it in, node by node. The kernel and the edges
// stay.
void change(const GraphExec& instance, cudaGraphNode_t node, const Job& job, int k, std::uint32_t value) {
  Arguments arguments{job.out + k, mark(k, value)};
  const cudaKernelNodeParams parameters = arguments.node();
  check(cudaGraphExecKernelNodeSetParams(instance, node, &parameters));
}

}  // namespace graphs
