// A loop of small kernels, captured once and launched many times.
#include <cstdio>

__global__ void step(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 0.5f * x[i] + 1.0f;
}

int main() {
  const int n = 1000;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < 3; ++i) step<<<(n + 255) / 256, 256, 0, stream>>>(x, n);
  cudaStreamEndCapture(stream, &graph);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("nodes: %zu\n", nodes);

  float before = -1;
  cudaMemcpy(&before, x, sizeof before, cudaMemcpyDeviceToHost);
  printf("captured, not run: %g\n", before);
  cudaGraphExec_t instance;
  cudaGraphInstantiate(&instance, graph, 0);
  for (int launch = 1; launch <= 3; ++launch) {
    cudaGraphLaunch(instance, stream);
    float value = -1;
    cudaMemcpyAsync(&value, x + n - 1, sizeof value, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("after launch %d: %g\n", launch, value);
  }
  cudaGraphExecDestroy(instance);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(x);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
