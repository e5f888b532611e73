// CUB and Thrust beside other streams, each ordered in another way: the same stream, an event, a wait of the host, the
// default stream, a graph; and streams with parts of an array, and a workspace, of their own.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include <cstdio>
#include <cub/cub.cuh>

constexpr int n = 1 << 12;

__global__ void fill(int* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  int *x, *y, *sums, host[2] = {};
  void* workspaces[2] = {};
  std::size_t bytes = 0;
  cudaStream_t streams[2], blocking;
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreate(&blocking);
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  cudaMalloc(&sums, 2 * sizeof(int));
  cub::DeviceReduce::Sum(nullptr, bytes, x, sums, n);
  for (auto& workspace : workspaces) cudaMalloc(&workspace, bytes);

  fill<<<n / 256, 256, 0, streams[0]>>>(x);
  cub::DeviceReduce::Sum(workspaces[0], bytes, x, sums, n, streams[0]);
  cudaEvent_t made;
  cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
  cudaEventRecord(made, streams[0]);
  cudaStreamWaitEvent(streams[1], made);
  std::printf("%d\n", thrust::reduce(thrust::cuda::par.on(streams[1]), x, x + n));

  // Each stream has its half, its sum and its workspace.
  for (int i = 0; i < 2; ++i) {
    cub::DeviceReduce::Sum(workspaces[i], bytes, x + i * n / 2, sums + i, n / 2, streams[i]);
  }
  for (auto stream : streams) cudaStreamSynchronize(stream);

  // The default stream waits for streams that are made by cudaStreamCreate.
  fill<<<n / 256, 256, 0, blocking>>>(y);
  thrust::sort(thrust::device_pointer_cast(y), thrust::device_pointer_cast(y + n));
  fill<<<n / 256, 256, 0, blocking>>>(y);
  cudaStreamSynchronize(blocking);

  // A captured call is work of each launch of the graph.
  cudaGraph_t graph;
  cudaGraphExec_t runs;
  cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeThreadLocal);
  fill<<<n / 256, 256, 0, streams[0]>>>(y);
  cub::DeviceReduce::Sum(workspaces[0], bytes, y, sums, n, streams[0]);
  cudaStreamEndCapture(streams[0], &graph);
  cudaGraphInstantiate(&runs, graph, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(runs, streams[0]);
  cudaMemcpyAsync(host, sums, sizeof host, cudaMemcpyDeviceToHost, streams[0]);
  cudaStreamSynchronize(streams[0]);
  std::printf("%d %d\n", host[0], host[1]);

  cudaGraphExecDestroy(runs);
  cudaGraphDestroy(graph);
  cudaEventDestroy(made);
  for (auto stream : {streams[0], streams[1], blocking}) cudaStreamDestroy(stream);
  for (void* workspace : workspaces) cudaFree(workspace);
  for (int* p : {x, y, sums}) cudaFree(p);
}
