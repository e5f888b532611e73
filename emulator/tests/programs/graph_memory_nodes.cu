// Graphs that allocate memory: allocation and free nodes, copies and memsets in one and two dimensions, an empty node.
#include <cstdio>

__global__ void fill(int* p, int n) {
  const int i = threadIdx.x;
  if (i < n) p[i] = i * i;
}

int main() {
  const int n = 16;
  int host[n] = {};
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams allocation = {};
  allocation.poolProps.allocType = cudaMemAllocationTypePinned;
  allocation.poolProps.location.type = cudaMemLocationTypeDevice;
  allocation.poolProps.location.id = 0;
  allocation.bytesize = n * sizeof(int);
  cudaGraphNode_t allocate, kernel, set, copy, empty, release;
  cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &allocation);
  int* device = static_cast<int*>(allocation.dptr);
  printf("has an address: %d\n", device != nullptr);

  int count = n;
  void* arguments[] = {&device, &count};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)fill;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(n);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &allocate, 1, &launch);
  cudaMemsetParams zero = {};  // two rows of two words in the middle
  zero.dst = device + 5;
  zero.elementSize = 4;
  zero.value = 7;
  zero.width = 2;
  zero.height = 2;
  zero.pitch = 4 * sizeof(int);
  cudaGraphAddMemsetNode(&set, graph, &kernel, 1, &zero);
  cudaMemcpy3DParms back = {};
  back.srcPtr = make_cudaPitchedPtr(device, n * sizeof(int), n, 1);
  back.dstPtr = make_cudaPitchedPtr(host, n * sizeof(int), n, 1);
  back.extent = make_cudaExtent(n * sizeof(int), 1, 1);
  back.kind = cudaMemcpyDeviceToHost;
  cudaGraphAddMemcpyNode(&copy, graph, &set, 1, &back);
  cudaGraphAddEmptyNode(&empty, graph, &copy, 1);
  cudaGraphAddMemFreeNode(&release, graph, &empty, 1, device);

  cudaGraphExec_t exec;
  printf("instantiate: %s\n", cudaGetErrorName(cudaGraphInstantiate(&exec, graph, 0)));
  for (int round = 0; round < 2; ++round) {
    cudaGraphLaunch(exec, 0);
    cudaStreamSynchronize(0);
    for (int v : host) printf("%d ", v);
    printf("\n");
    for (int& v : host) v = -1;
  }
  size_t nodes;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraph_t clone;
  printf("%zu nodes, clone: %s\n", nodes, cudaGetErrorName(cudaGraphClone(&clone, graph)));
  cudaGetLastError();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}
