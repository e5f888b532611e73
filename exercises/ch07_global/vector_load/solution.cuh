// out[i] = in[i] for i < n. in and out are aligned to 16 bytes.
__global__ void copy_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // [starter
  //- if (i < n) out[i] = in[i];
  const int whole = n / 4, rest = whole * 4 + i;
  if (i < whole) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (rest < n && i < 4) out[rest] = in[rest];
  // starter]
}

void copy(const float* in, float* out, int n) {
  const int threads = 256;
  // [starter
  //- const int needed = n;
  const int needed = n / 4 + 4;
  // starter]
  copy_kernel<<<(needed + threads - 1) / threads, threads>>>(in, out, n);
}
