// Capturing a function that creates a stream and events and destroys them: the graph holds only the work.
#include <cstdio>

__global__ void add(int* values, int what) {
  values[threadIdx.x] += what;
}
__global__ void sum(const int* a, const int* b, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

// Two halves run concurrently: one in the caller's stream, one in the function's own stream.
static void enqueue(cudaStream_t stream, int* a, int* b, int* out) {
  cudaStream_t side;
  cudaEvent_t fork, join;
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(side, fork, 0);
  add<<<1, 32, 0, stream>>>(a, 1);
  add<<<1, 32, 0, side>>>(b, 10);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(stream, join, 0);
  sum<<<1, 32, 0, stream>>>(a, b, out);
  printf("destroy: %s", cudaGetErrorName(cudaStreamDestroy(side)));
  printf(" %s", cudaGetErrorName(cudaEventDestroy(fork)));
  printf(" %s\n", cudaGetErrorName(cudaEventDestroy(join)));
}

int main() {
  int* data;
  cudaMallocManaged(&data, 96 * sizeof(int));
  for (int i = 0; i < 96; ++i) data[i] = i;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  enqueue(stream, data, data + 32, data + 64);
  printf("end: %s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("%zu nodes\n", nodes);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, stream);
  printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  printf("%d %d %d %d\n", data[0], data[32], data[64], data[95]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(data);
}
