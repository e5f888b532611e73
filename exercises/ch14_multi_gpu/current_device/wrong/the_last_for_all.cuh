// rejected: the kernel of a part failed|should be
__global__ void part_kernel(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i];
}

// The kernel on each of the parts: parts[d] points to n numbers in memory of device d, and streams[d] is a stream of
// device d. Device 0 is current before and after.
void square_parts(int* const* parts, int n, int devices, const cudaStream_t* streams) {
  cudaSetDevice(devices - 1);
  for (int d = 0; d < devices; ++d) {
    part_kernel<<<(n + 255) / 256, 256, 0, streams[d]>>>(parts[d], n);
  }
  cudaSetDevice(0);
}
