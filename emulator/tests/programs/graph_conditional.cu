// Conditional nodes: a loop that the device ends, and a branch.
#include <cstdio>

__global__ void halve(int* value, int* turns, cudaGraphConditionalHandle handle) {
  *value = *value % 2 ? 3 * *value + 1 : *value / 2;
  ++*turns;
  cudaGraphSetConditional(handle, *value != 1);
}
__global__ void decide(const int* turns, int limit, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, *turns > limit);
}
__global__ void mark(int* turns) {
  *turns += 1000;
}

int main() {
  int *value, *turns;
  cudaMalloc(&value, sizeof(int));
  cudaMalloc(&turns, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle loop_handle, if_handle;
  cudaGraphConditionalHandleCreate(&loop_handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphConditionalHandleCreate(&if_handle, graph);

  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = loop_handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t loop_node;
  cudaGraphAddNode(&loop_node, graph, nullptr, nullptr, 0, &loop);
  cudaGraph_t body = loop.conditional.phGraph_out[0];
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  halve<<<1, 1, 0, stream>>>(value, turns, loop_handle);
  cudaStreamEndCapture(stream, nullptr);

  int limit = 10;
  void* arguments[] = {&turns, &limit, &if_handle};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)decide;
  kernel.gridDim = kernel.blockDim = dim3(1, 1, 1);
  kernel.kernelParams = arguments;
  cudaGraphNode_t decide_node, if_node, mark_node;
  cudaGraphAddKernelNode(&decide_node, graph, &loop_node, 1, &kernel);
  cudaGraphNodeParams branch = {};
  branch.type = cudaGraphNodeTypeConditional;
  branch.conditional.handle = if_handle;
  branch.conditional.type = cudaGraphCondTypeIf;
  branch.conditional.size = 1;
  cudaGraphAddNode(&if_node, graph, &decide_node, nullptr, 1, &branch);
  void* mark_arguments[] = {&turns};
  kernel.func = (void*)mark;
  kernel.kernelParams = mark_arguments;
  cudaGraphAddKernelNode(&mark_node, branch.conditional.phGraph_out[0], nullptr, 0, &kernel);

  cudaGraphExec_t exec;
  printf("instantiate: %s\n", cudaGetErrorName(cudaGraphInstantiate(&exec, graph, 0)));
  for (int start : {6, 7, 27}) {
    const int zero = 0;
    int result[2];
    cudaMemcpy(value, &start, sizeof start, cudaMemcpyHostToDevice);
    cudaMemcpy(turns, &zero, sizeof zero, cudaMemcpyHostToDevice);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(&result[0], value, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&result[1], turns, sizeof(int), cudaMemcpyDeviceToHost);
    printf("from %d to %d: %d\n", start, result[0], result[1]);
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
