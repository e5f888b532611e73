// Graphs whose launches have arguments that the program may change: a counter of the captured launches, a number for
// other work, one that is captured anew each time, and a number in device memory.
#include <cstdio>
__global__ void add(int* x, int step) {
  x[threadIdx.x] += step;
}
__global__ void add_from(int* x, const int* step) {
  x[threadIdx.x] += *step;
}
int main() {
  int *x, *d_step, h[32];
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t instance;
  if (cudaStreamCreate(&stream) || cudaMalloc(&x, sizeof h) || cudaMalloc(&d_step, sizeof(int))) return 3;
  if (cudaMemset(x, 0, sizeof h)) return 3;
  int i, scale = 1;
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)) return 3;
  for (i = 0; i < 3; ++i) add<<<1, 32, 0, stream>>>(x, i);
  add<<<1, 32, 0, stream>>>(x, scale);
  if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&instance, graph, 0)) return 3;
  for (i = 0; i < 2; ++i)
    if (cudaGraphLaunch(instance, stream)) return 3;  // 2 * (0 + 1 + 2 + 1)
  cudaGraphExecDestroy(instance);
  cudaGraphDestroy(graph);
  for (int step = 0; step < 3; ++step) {
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)) return 3;
    add<<<1, 32, 0, stream>>>(x, step);
    if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&instance, graph, 0)) return 3;
    if (cudaGraphLaunch(instance, stream)) return 3;  // 0 + 1 + 2
    cudaGraphExecDestroy(instance);
    cudaGraphDestroy(graph);
  }
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)) return 3;
  add_from<<<1, 32, 0, stream>>>(x, d_step);
  if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&instance, graph, 0)) return 3;
  for (int step = 0; step < 4; ++step) {
    if (cudaMemcpy(d_step, &step, sizeof step, cudaMemcpyHostToDevice)) return 3;
    if (cudaGraphLaunch(instance, stream) || cudaStreamSynchronize(stream)) return 3;  // 0 + 1 + 2 + 3
  }
  scale = 10;
  if (cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost)) return 3;
  std::printf("%d\n", h[31] * scale);
  cudaGraphExecDestroy(instance);
  cudaGraphDestroy(graph);
  cudaFree(x);
  cudaFree(d_step);
  cudaStreamDestroy(stream);
  return h[31] == 17 ? 0 : 1;
}
