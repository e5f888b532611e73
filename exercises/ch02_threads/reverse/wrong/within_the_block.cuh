// rejected: race in global memory|out of bounds|should be
// out[0] is the last of the n elements of in, out[n - 1] the first.
__global__ void reverse_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x] = in[i];
}

void reverse(const int* in, int* out, int n) {
  const int threads = 128;
  if (n > 0) reverse_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
