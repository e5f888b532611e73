// When does a graph launched by a kernel run, and which launches are refused?
#include "ch23_dynamic_parallelism/graph_launch/graph_launch.h"
#include "common/check.h"
#include "common/device_graph.h"
#include "common/owners.h"

namespace graph_launch {

struct Log {
  int length;
  char letters[16];
  unsigned error;  // of the last launch that failed
};

__device__ void write(Log* log, char letter) {
  log->letters[atomicAdd(&log->length, 1)] = letter;
}
__global__ void write_kernel(Log* log, char letter) {
  write(log, letter);
}

// A kernel chooses how a graph is launched by one of three streams that exist only on the device.
__device__ cudaStream_t stream_of(Way way) {
  if (way == Way::fire_and_forget) return cudaStreamGraphFireAndForget;
  if (way == Way::sibling) return cudaStreamGraphFireAndForgetAsSibling;
  return cudaStreamGraphTailLaunch;
}
__device__ void launch(cudaGraphExec_t graph, Way way, Log* log) {
  const cudaError_t error = cudaGraphLaunch(graph, stream_of(way));
  if (error != cudaSuccess) log->error = error;
}
__global__ void launch_two_kernel(Log* log, cudaGraphExec_t graph, Way way, cudaGraphExec_t tail) {
  write(log, 'A');
  launch(graph, way, log);
  launch(tail, Way::tail, log);
}
__global__ void launch_kernel(Log* log, cudaGraphExec_t graph, int times) {
  for (int i = 0; i < times; ++i) launch(graph, Way::fire_and_forget, log);
}

// A kernel that launches graphs must be part of a graph itself: enqueue is called with a stream in capture.
template <typename Enqueue>
void run_in_graph(const Enqueue& enqueue) {
  const DeviceGraph instance(enqueue);
  check(cudaGraphLaunch(instance, nullptr));
  check(cudaDeviceSynchronize());
}

std::string order_seen(Way way) {
  DeviceBuffer<Log> d_log(std::vector<Log>{{}});
  Log* const log = d_log.data();
  const DeviceGraph c([log](cudaStream_t stream) { write_kernel<<<1, 1, 0, stream>>>(log, 'C'); });
  const DeviceGraph t([log](cudaStream_t stream) { write_kernel<<<1, 1, 0, stream>>>(log, 'T'); });
  c.upload();
  t.upload();
  const DeviceGraph a_and_b([&](cudaStream_t stream) {
    launch_two_kernel<<<1, 1, 0, stream>>>(log, c, way, t);
    write_kernel<<<1, 1, 0, stream>>>(log, 'B');
  });
  check(cudaGraphLaunch(a_and_b, nullptr));
  write_kernel<<<1, 1>>>(log, 'D');
  check(cudaGetLastError());
  const Log seen = d_log.to_host()[0];
  check(static_cast<cudaError_t>(seen.error));
  return std::string(seen.letters, seen.length);
}

std::vector<std::pair<std::string, cudaError_t>> refusals() {
  std::vector<std::pair<std::string, cudaError_t>> seen;
  DeviceBuffer<Log> d_log(1);
  Log* const log = d_log.data();
  const DeviceGraph graph([log](cudaStream_t stream) { write_kernel<<<1, 1, 0, stream>>>(log, 'C'); });
  graph.upload();
  d_log.fill_bytes(0);
  run_in_graph([&](cudaStream_t stream) { launch_kernel<<<1, 1, 0, stream>>>(log, graph, 2); });
  seen.emplace_back("a graph that has not ended yet", static_cast<cudaError_t>(d_log.to_host()[0].error));

  launch_kernel<<<1, 1>>>(log, graph, 1);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  cudaGetLastError();
  seen.emplace_back("a kernel that launches graphs, outside of one", error);

  const Graph with_host_node;
  cudaGraphNode_t node;
  const cudaHostNodeParams nothing{[](void*) {}, nullptr};
  check(cudaGraphAddHostNode(&node, with_host_node, nullptr, 0, &nothing));
  cudaGraphExec_t instance = nullptr;
  error = cudaGraphInstantiate(&instance, with_host_node, cudaGraphInstantiateFlagDeviceLaunch);
  cudaGetLastError();
  if (instance) cudaGraphExecDestroy(instance);
  seen.emplace_back("a graph that calls the host", error);
  return seen;
}

}  // namespace graph_launch
