// rejected: Refused: .*cudaStreamFireAndForget
__global__ void square_kernel(const int* x, int* squares, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) squares[i] = x[i] * x[i];
}

__device__ int largest_of(const int* squares, int n) {
  int largest = squares[0];
  for (int i = 1; i < n; ++i) largest = max(largest, squares[i]);
  return largest;
}

__global__ void largest_kernel(const int* squares, int n, int* largest) {
  *largest = largest_of(squares, n);
}

// squares[i] = x[i]^2 for i < n, *largest = the largest of them. One thread.
__global__ void parent_kernel(const int* x, int* squares, int n, int* largest) {
  square_kernel<<<(n + 255) / 256, 256>>>(x, squares, n);
  largest_kernel<<<1, 1, 0, cudaStreamFireAndForget>>>(squares, n, largest);
}
