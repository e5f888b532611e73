// rejected: no order between streams
__global__ void square_kernel(const int* x, int* squares, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) squares[i] = x[i] * x[i];
}

__global__ void add_kernel(const int* squares, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = squares[i] + 1;
}

// squares[i] = x[i]^2 in the stream producer, y[i] = squares[i] + 1 in the stream consumer, for n elements
void square_then_add(const int* x, int* squares, int* y, int n, cudaStream_t producer, cudaStream_t consumer) {
  const int threads = 256, blocks = (n + threads - 1) / threads;
  cudaEvent_t ready;
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  square_kernel<<<blocks, threads, 0, producer>>>(x, squares, n);
  cudaEventRecord(ready, producer);
  cudaStreamWaitEvent(consumer, ready, 0);
  add_kernel<<<blocks, threads, 0, producer>>>(squares, y, n);
  cudaEventDestroy(ready);  // once it is reached
}
