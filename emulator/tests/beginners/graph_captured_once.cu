// The first step captures the graph, and the later ones launch it with the first step's factor.
//? plain
#include <stdio.h>

__global__ void scale(float* x, float factor) {
  x[threadIdx.x] *= factor;
}

int main() {
  float *x, h[32], factor = 1;
  for (float& v : h) v = 1;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t instance = nullptr;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, sizeof(h));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int step = 0; step < 4; step++) {
    factor *= 2;
    if (instance == nullptr) {
      cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
      scale<<<1, 32, 0, stream>>>(x, factor);  //~ the graph keeps the value that factor has at the capture
      cudaStreamEndCapture(stream, &graph);
      cudaGraphInstantiate(&instance, graph, 0);
    }
    cudaGraphLaunch(instance, stream);
  }
  cudaStreamSynchronize(stream);
  cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f, expected 1024\n", h[0]);
  cudaGraphExecDestroy(instance);
  cudaGraphDestroy(graph);
  cudaFree(x);
  cudaStreamDestroy(stream);
  return 0;
}
