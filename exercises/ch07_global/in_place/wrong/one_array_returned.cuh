// rejected: should be
#include <utility>

// out[i] = in[i - 1] + in[i] + in[i + 1], with 0 past the ends
__global__ void smooth_kernel(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int left = i > 0 ? in[i - 1] : 0, right = i + 1 < n ? in[i + 1] : 0;
  out[i] = left + in[i] + right;
}

// Smooths the n elements of x so many times; other has room for n elements. Returns x or other: the one with the
// result.
int* smooth(int* x, int* other, int n, int steps) {
  for (int step = 0; step < steps; ++step) {
    smooth_kernel<<<(n + 127) / 128, 128>>>(x, other, n);
    std::swap(x, other);
  }
  return other;
}
