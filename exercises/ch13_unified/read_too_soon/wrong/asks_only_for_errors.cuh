// rejected: the host does not wait
__global__ void square_kernel(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

// Squares the n numbers in managed memory on the device, and adds the squares up on the host.
long long sum_of_squares(int* x, int n) {
  square_kernel<<<(n + 255) / 256, 256>>>(x, n);
  cudaGetLastError();
  long long sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return sum;
}
