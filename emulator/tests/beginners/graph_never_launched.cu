// Twenty steps are captured and made into an executable graph; the copy takes what was there before.
#include <cstdio>
__global__ void cool(float* t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) t[i] *= 0.9f;
}
int main() {
  const int n = 512;
  float h[n], *d;
  for (int i = 0; i < n; i++) h[i] = 100.0f;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaStream_t s;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int step = 0; step < 20; step++) cool<<<n / 128, 128, 0, s>>>(d, n);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);  //~ graph that is never launched
  cudaDeviceSynchronize();
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[0]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(s);
  cudaFree(d);
}
