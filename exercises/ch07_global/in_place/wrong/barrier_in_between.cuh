// rejected: race in global memory
#include <utility>

// out[i] = in[i - 1] + in[i] + in[i + 1], with 0 past the ends
__global__ void smooth_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int left = i > 0 && i <= n ? in[i - 1] : 0, right = i + 1 < n ? in[i + 1] : 0, own = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = left + own + right;
}

// Smooths the n elements of x so many times; other has room for n elements. Returns x or other: the one with the
// result.
int* smooth(int* x, int* other, int n, int steps) {
  for (int step = 0; step < steps; ++step) {
    smooth_kernel<<<(n + 127) / 128, 128>>>(x, x, n);
    static_cast<void>(other);
  }
  return x;
}
