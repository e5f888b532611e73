// Integer divisions on purpose, numbers that are the same on both sides, and a variable set by reference.
#include <cmath>
#include <cstdio>
__device__ void split(int i, int width, int& row, int& column) {
  row = i / width;
  column = i % width;
}
__global__ void coordinates(float* x, float* y, int width, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int row, column;
  split(i, width, row, column);
  x[i] = column;
  y[i] = i / width;
  if (y[i] != row) x[i] = -1;
}
__global__ void count_down(int* out, int steps) {
  int done = 0;
  while (steps > 0) {
    steps -= 2;
    ++done;
  }
  out[threadIdx.x] = done;
}
int main() {
  const int width = 10, n = 100;
  float x[n], y[n], *dx, *dy;
  int done[32], *d_done;
  if (cudaMalloc(&dx, sizeof x) != cudaSuccess || cudaMalloc(&dy, sizeof y) != cudaSuccess) return 3;
  if (cudaMalloc(&d_done, sizeof done) != cudaSuccess) return 3;
  coordinates<<<1, 128>>>(dx, dy, width, n);
  count_down<<<1, 32>>>(d_done, 9);
  if (cudaMemcpy(x, dx, sizeof x, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  if (cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  if (cudaMemcpy(done, d_done, sizeof done, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const float expected = static_cast<float>(i % width);
    if (x[i] != expected || y[i] != i / width) ++wrong;
    if (x[i] != sqrtf(expected * expected)) ++wrong;
  }
  int total = 0;
  for (int i = 0; i < 32; ++i) total += done[i];
  const int average = total / 32;
  std::printf("%d wrong, average %d\n", wrong, average);
  if (cudaFree(dx) != cudaSuccess || cudaFree(dy) != cudaSuccess || cudaFree(d_done) != cudaSuccess) return 3;
  return wrong != 0 || average != 5;
}
