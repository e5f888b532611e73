// Child graphs, clones, event nodes and disabled nodes.
#include <cstdio>

__global__ void append(int* list, int* length, int value) {
  list[(*length)++] = value;
}
cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t after, int* list, int* length, int value) {
  void* arguments[] = {&list, &length, &value};
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)append;
  parameters.gridDim = parameters.blockDim = dim3(1, 1, 1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &parameters);
  return node;
}
void run(const char* what, cudaGraphExec_t exec, int* list, int* length) {
  cudaMemset(length, 0, sizeof(int));
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  int n, values[16];
  cudaMemcpy(&n, length, sizeof n, cudaMemcpyDeviceToHost);
  cudaMemcpy(values, list, sizeof values, cudaMemcpyDeviceToHost);
  printf("%s:", what);
  for (int i = 0; i < n; ++i) printf(" %d", values[i]);
  printf("\n");
}

int main() {
  int *list, *length;
  cudaMalloc(&list, 16 * sizeof(int));
  cudaMalloc(&length, sizeof(int));
  cudaGraph_t child, graph, clone;
  cudaGraphCreate(&child, 0);
  cudaGraphNode_t c = add_kernel(child, nullptr, list, length, 10);
  c = add_kernel(child, c, list, length, 20);

  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first = add_kernel(graph, nullptr, list, length, 1), inner, record, last;
  cudaGraphAddChildGraphNode(&inner, graph, &first, 1, child);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaGraphAddEventRecordNode(&record, graph, &inner, 1, event);
  last = add_kernel(graph, record, list, length, 2);
  cudaGraphClone(&clone, graph);
  cudaGraphNode_t cloned_last;
  cudaGraphNodeFindInClone(&cloned_last, last, clone);
  cudaGraphDestroyNode(cloned_last);

  cudaGraphExec_t exec, exec_clone;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphInstantiate(&exec_clone, clone, 0);
  run("graph", exec, list, length);
  run("clone without its last node", exec_clone, list, length);
  cudaGraphNodeSetEnabled(exec, first, 0);
  unsigned int enabled = 7;
  cudaGraphNodeGetEnabled(exec, first, &enabled);
  run("first node disabled", exec, list, length);
  printf("enabled %u, event %s\n", enabled, cudaGetErrorName(cudaEventQuery(event)));
  size_t count = 0;
  cudaGraphNodeGetDependencies(last, nullptr, nullptr, &count);
  printf("the last node has %zu dependency\n", count);
  cudaGraphExecDestroy(exec);
  cudaGraphExecDestroy(exec_clone);
  cudaGraphDestroy(clone);
  cudaGraphDestroy(graph);
  cudaGraphDestroy(child);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
