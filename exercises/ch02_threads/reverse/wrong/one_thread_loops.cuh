// rejected: requests that .* global memory. The bar is 32
// out[0] is the last of the n elements of in, out[n - 1] the first.
__global__ void reverse_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) {
    for (int k = 0; k < n; ++k) out[n - 1 - k] = in[k];
  }
}

void reverse(const int* in, int* out, int n) {
  const int threads = 128;
  if (n > 0) reverse_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
