// rejected: x.* is .*, should be
__global__ void scale_kernel(int* x, int factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}

__global__ void add_kernel(int* x, int summand, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += summand;
}

// x[i] = factor * x[i] + summand for n elements, in the order of the stream
void scale_and_add(int* x, int factor, int summand, int n, cudaStream_t stream) {
  const int threads = 256, blocks = (n + threads - 1) / threads;
  add_kernel<<<blocks, threads, 0, stream>>>(x, summand, n);
  scale_kernel<<<blocks, threads, 0, stream>>>(x, factor, n);
}
