// A graph built node by node: memset, kernel, copy and host nodes with dependencies, then new arguments for one node.
#include <cstdio>

__global__ void add(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;
}
void CUDART_CB report(void* data) {
  printf("in the graph: %d\n", static_cast<int*>(data)[9]);
}

int main() {
  int n = 10, value = 3, result[10] = {0};
  int* device;
  cudaMalloc(&device, n * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);

  cudaMemsetParams set = {};
  set.dst = device;
  set.elementSize = 1;
  set.width = n * sizeof(int);
  set.height = 1;
  cudaGraphNode_t set_node, kernel_node, copy_node, host_node;
  cudaGraphAddMemsetNode(&set_node, graph, nullptr, 0, &set);

  void* arguments[] = {&device, &n, &value};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)add;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(32);
  kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel_node, graph, &set_node, 1, &kernel);
  cudaGraphAddMemcpyNode1D(&copy_node, graph, &kernel_node, 1, result, device, sizeof result, cudaMemcpyDeviceToHost);
  cudaHostNodeParams host = {};
  host.fn = report;
  host.userData = result;
  cudaGraphAddHostNode(&host_node, graph, &copy_node, 1, &host);

  size_t nodes = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  printf("%zu nodes, %zu without a predecessor\n", nodes, roots);
  cudaGraphExec_t instance;
  cudaGraphInstantiate(&instance, graph, 0);
  cudaGraphLaunch(instance, 0);
  cudaStreamSynchronize(0);
  value = 50;
  cudaGraphExecKernelNodeSetParams(instance, kernel_node, &kernel);
  cudaGraphLaunch(instance, 0);
  cudaStreamSynchronize(0);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaGraphExecDestroy(instance);
  cudaGraphDestroy(graph);
  cudaFree(device);
}
