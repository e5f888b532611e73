// A graph of three kernels is launched repeatedly; the sum continues from launch to launch.
#include <cstdio>
__global__ void clear(int* x) {
  x[threadIdx.x] = 0;
}
__global__ void number(int* x) {
  x[threadIdx.x] += static_cast<int>(threadIdx.x);
}
__global__ void gather(const int* x, int* sum) {
  atomicAdd(sum, x[threadIdx.x]);
}
#define TRY(call) \
  if ((call) != cudaSuccess) return 3
int main() {
  int *x, *sum, result = 0;
  TRY(cudaMalloc(&x, 64 * sizeof(int)));
  TRY(cudaMalloc(&sum, sizeof(int)));
  TRY(cudaMemset(sum, 0, sizeof(int)));
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  TRY(cudaDeviceSynchronize());
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  clear<<<1, 64, 0, stream>>>(x);
  number<<<1, 64, 0, stream>>>(x);
  gather<<<1, 64, 0, stream>>>(x, sum);
  TRY(cudaStreamEndCapture(stream, &graph));
  TRY(cudaGraphInstantiate(&exec, graph, 0));
  for (int k = 0; k < 5; ++k) TRY(cudaGraphLaunch(exec, stream));
  TRY(cudaMemcpyAsync(&result, sum, sizeof result, cudaMemcpyDeviceToHost, stream));
  TRY(cudaStreamSynchronize(stream));
  std::printf("%d\n", result);
  TRY(cudaGraphExecDestroy(exec));
  TRY(cudaGraphDestroy(graph));
  TRY(cudaStreamDestroy(stream));
  TRY(cudaFree(x));
  TRY(cudaFree(sum));
  return result != 5 * 63 * 32;
}
