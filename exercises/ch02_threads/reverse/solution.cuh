// out[0] is the last of the n elements of in, out[n - 1] the first.
__global__ void reverse_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // [starter
  //- // Move element i, if there is one.
  if (i < n) out[n - 1 - i] = in[i];
  // starter]
}

void reverse(const int* in, int* out, int n) {
  const int threads = 128;
  if (n > 0) reverse_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
