// A captured stream as a graph, launched many times.
#include <cstdio>

__global__ void step(double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 0.5 * x[i] + 1.0;
}

int main() {
  const int n = 300, steps = 20;
  double h[n] = {}, *d;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&d, sizeof h);
  cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, s);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int k = 0; k < 5; ++k) step<<<3, 128, 0, s>>>(d, n);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int k = 0; k < steps / 5; ++k) cudaGraphLaunch(exec, s);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(s);
  cudaFree(d);
  double e = 0;
  for (int k = 0; k < steps; ++k) e = 0.5 * e + 1.0;
  for (double v : h)
    if (v != e) return 1;
  return 0;
}
