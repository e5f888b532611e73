// A capture forks to a second stream and joins it again. The graph is launched several times.
#include <cstdio>

__global__ void scale(float* x, float f, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= f;
}
__global__ void add(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

int main() {
  const int n = 512;
  float host[n], *x, *y, *z;
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMalloc(&z, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
  cudaStream_t main_stream, side;
  cudaStreamCreate(&main_stream);
  cudaStreamCreate(&side);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);

  cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, main_stream);
  cudaStreamWaitEvent(side, fork, 0);
  scale<<<2, 256, 0, main_stream>>>(x, 2, n);
  scale<<<2, 256, 0, side>>>(y, 3, n);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(main_stream, join, 0);
  add<<<2, 256, 0, main_stream>>>(x, y, z, n);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(side, &status);
  printf("the side stream captures: %d\n", status == cudaStreamCaptureStatusActive);
  cudaMemcpyAsync(host, z, sizeof host, cudaMemcpyDeviceToHost, main_stream);
  cudaGraph_t graph;
  printf("end: %s\n", cudaGetErrorName(cudaStreamEndCapture(main_stream, &graph)));

  size_t nodes = 0, edges = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  printf("%zu nodes, %zu roots, %zu edges\n", nodes, roots, edges);
  printf("nothing has run: %g\n", host[0]);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) {
    cudaGraphLaunch(exec, main_stream);
    cudaStreamSynchronize(main_stream);
    printf("launch %d: %g\n", i, host[n - 1]);
  }
  cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
  printf("a wait in a capture: %s\n", cudaGetErrorName(cudaStreamSynchronize(main_stream)));
  printf("end: %s\n", cudaGetErrorName(cudaStreamEndCapture(main_stream, &graph)));
  cudaGetLastError();
  cudaGraphExecDestroy(exec);
  cudaStreamDestroy(side);
  cudaStreamDestroy(main_stream);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
