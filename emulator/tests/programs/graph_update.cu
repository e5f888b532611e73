// Updating an instantiated graph: from a newly captured one, node by node, and what cannot be updated.
#include <cstdio>

__global__ void add(int* p, int v) {
  *p += v;
}
__global__ void multiply(int* p, int v) {
  *p *= v;
}

int value_of(const int* p) {
  int v;
  cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
  return v;
}
cudaGraph_t capture(cudaStream_t stream, int* p, int a, int b, bool third) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  add<<<1, 1, 0, stream>>>(p, a);
  multiply<<<1, 1, 0, stream>>>(p, b);
  if (third) add<<<1, 1, 0, stream>>>(p, 1);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

int main() {
  int* p;
  cudaMalloc(&p, sizeof(int));
  cudaMemset(p, 0, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph = capture(stream, p, 3, 2, false);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  printf("(0 + 3) * 2 = %d\n", value_of(p));

  cudaGraph_t other = capture(stream, p, 10, 5, false);
  cudaGraphExecUpdateResultInfo info;
  cudaError_t error = cudaGraphExecUpdate(exec, other, &info);
  printf("update: %s, result %d\n", cudaGetErrorName(error), info.result == cudaGraphExecUpdateSuccess);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  printf("(6 + 10) * 5 = %d\n", value_of(p));

  cudaGraph_t longer = capture(stream, p, 1, 1, true);
  error = cudaGraphExecUpdate(exec, longer, &info);
  printf("one node more: %s, topology changed %d\n", cudaGetErrorName(error),
         info.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();

  cudaGraphNode_t nodes[2];
  size_t count = 2;
  cudaGraphGetNodes(graph, nodes, &count);
  for (int i = 0; i < 2; ++i) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(nodes[i], &type);
    printf("node %d is a kernel: %d\n", i, type == cudaGraphNodeTypeKernel);
  }
  cudaGraphExecDestroy(exec);
  cudaGraphInstantiate(&exec, graph, 0);
  int v = 100;
  void* arguments[] = {&p, &v};
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)multiply;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  printf("set: %s\n", cudaGetErrorName(cudaGraphExecKernelNodeSetParams(exec, nodes[1], &parameters)));
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  printf("(80 + 3) * 100 = %d\n", value_of(p));
  cudaGraphDestroy(graph);
  cudaGraphDestroy(other);
  cudaGraphDestroy(longer);
  cudaGraphExecDestroy(exec);
  cudaStreamDestroy(stream);
  cudaFree(p);
}
