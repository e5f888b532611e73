// The parameters of a graph's nodes: read, set in the graph, and set in an instance without instantiating it again.
#include <cstdio>

__global__ void add(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;
}
static void note(void* word) {
  *static_cast<int*>(word) += 1;
}
static void note_twice(void* word) {
  *static_cast<int*>(word) += 2;
}

int main() {
  const int n = 64;
  int* data;
  int out[n] = {}, other[n] = {}, notes = 0, value = 5;
  cudaMalloc(&data, n * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);

  cudaMemsetParams set = {};
  set.dst = data, set.value = 1, set.elementSize = 4, set.width = n, set.height = 1;
  cudaGraphNode_t clear, kernel, back, host;
  cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &set);
  int count = n;
  void* arguments[] = {&data, &count, &value};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)add, launch.gridDim = 2, launch.blockDim = 32, launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &clear, 1, &launch);
  cudaGraphAddMemcpyNode1D(&back, graph, &kernel, 1, out, data, sizeof out, cudaMemcpyDeviceToHost);
  cudaHostNodeParams call = {note, &notes};
  cudaGraphAddHostNode(&host, graph, &back, 1, &call);

  cudaMemsetParams read_set;
  cudaGraphMemsetNodeGetParams(clear, &read_set);
  cudaKernelNodeParams read_launch;
  cudaGraphKernelNodeGetParams(kernel, &read_launch);
  cudaHostNodeParams read_call;
  cudaGraphHostNodeGetParams(host, &read_call);
  printf("set %u of %zu, launch %u x %u, host function %s\n", read_set.value, read_set.width, read_launch.gridDim.x,
         read_launch.blockDim.x, read_call.fn == note ? "note" : "another");
  size_t dependents = 0;
  cudaGraphNodeGetDependentNodes(clear, nullptr, nullptr, &dependents);
  printf("the set has %zu dependent node\n", dependents);

  cudaGraphExec_t first;
  cudaGraphInstantiateWithFlags(&first, graph, 0);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphUpload(first, stream);
  cudaGraphLaunch(first, stream);
  cudaStreamSynchronize(stream);
  printf("first: %d %d, notes %d\n", out[0], out[63], notes);

  // Set in the instance: the graph does not change.
  set.value = 10, value = 7, call.fn = note_twice;
  cudaGraphExecMemsetNodeSetParams(first, clear, &set);
  cudaGraphExecKernelNodeSetParams(first, kernel, &launch);
  cudaGraphExecMemcpyNodeSetParams1D(first, back, other, data, sizeof other, cudaMemcpyDeviceToHost);
  cudaGraphExecHostNodeSetParams(first, host, &call);
  cudaGraphLaunch(first, stream);
  cudaStreamSynchronize(stream);
  printf("changed: %d %d, notes %d\n", other[0], other[63], notes);

  // Set in the graph: the next instance has the new parameters.
  set.value = 100, value = 3;
  cudaGraphMemsetNodeSetParams(clear, &set);
  cudaGraphKernelNodeSetParams(kernel, &launch);
  cudaGraphMemcpyNodeSetParams1D(back, other, data, sizeof other / 2, cudaMemcpyDeviceToHost);
  cudaGraphHostNodeSetParams(host, &call);
  cudaGraphExec_t second;
  cudaGraphInstantiate(&second, graph, 0);
  cudaGraphLaunch(second, stream);
  cudaStreamSynchronize(stream);
  printf("second: %d %d %d, notes %d\n", other[0], other[31], other[32], notes);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaGraphExecDestroy(first);
  cudaGraphExecDestroy(second);
  cudaGraphDestroy(graph);
}
