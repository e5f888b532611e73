// The step is an argument of a captured launch: the graph keeps the value of the capture, and each launch adds 0.
//? plain
#include <stdio.h>

__global__ void add(float* x, int step) {
  x[threadIdx.x] += step;
}

int main() {
  float *x, h[32];
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t instance;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, sizeof(h));
  cudaMemset(x, 0, sizeof(h));
  int step = 0;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 32, 0, stream>>>(x, step);  //~ the graph keeps the value that step has at the capture, and line 22
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&instance, graph, 0);
  for (step = 0; step < 10; step++) cudaGraphLaunch(instance, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f, expected 45\n", h[0]);
  cudaGraphExecDestroy(instance);
  cudaGraphDestroy(graph);
  cudaFree(x);
  cudaStreamDestroy(stream);
  return 0;
}
