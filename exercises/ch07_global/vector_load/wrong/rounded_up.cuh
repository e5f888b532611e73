// rejected: out of bounds
// out[i] = in[i] for i < n. in and out are aligned to 16 bytes.
__global__ void copy_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int whole = (n + 3) / 4, rest = n;
  if (i < whole) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (rest < n && i < 4) out[rest] = in[rest];
}

void copy(const float* in, float* out, int n) {
  const int threads = 256;
  const int needed = n / 4 + 4;
  copy_kernel<<<(needed + threads - 1) / threads, threads>>>(in, out, n);
}
