// rejected: failed|out of bounds|should be
#include <algorithm>

__global__ void increment_kernel(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++x[i];
}

// out[i] = in[i] + 1 for n >= 1 numbers, in `count` chunks, chunk k in streams[k]. Returns without waiting.
void increment(const int* in, int* out, int* d, int n, const cudaStream_t* streams, int count) {
  const int size = (n + count - 1) / count;  // of a chunk
  for (int k = 0; k < count; ++k) {
    const int first = k * size, here = size;
    if (here <= 0) break;
    cudaMemcpyAsync(d + first, in + first, here * sizeof(int), cudaMemcpyHostToDevice, streams[k]);
    increment_kernel<<<(here + 255) / 256, 256, 0, streams[k]>>>(d + first, here);
    cudaMemcpyAsync(out + first, d + first, here * sizeof(int), cudaMemcpyDeviceToHost, streams[k]);
  }
}
