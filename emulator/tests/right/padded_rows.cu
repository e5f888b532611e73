// Rows are padded to a multiple of 32 and the padding is never accessed; the copy back leaves it out.
#include <cstdio>
#include <vector>
__global__ void fill(float* a, int rows, int columns, int pitch) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (r < rows && c < columns) a[r * pitch + c] = r * 1000.0f + c;
}
__global__ void flip(float* a, int columns, int pitch) {
  float* const row = a + blockIdx.x * pitch;
  for (int c = threadIdx.x; c < columns / 2; c += blockDim.x) {
    const float left = row[c];
    row[c] = row[columns - 1 - c];
    row[columns - 1 - c] = left;
  }
}
int main() {
  const int rows = 7, columns = 45, pitch = 64;
  std::vector<float> h(rows * columns);
  float* d;
  if (cudaMalloc(&d, rows * pitch * sizeof(float)) != cudaSuccess) return 3;
  fill<<<dim3(2, rows), 32>>>(d, rows, columns, pitch);
  flip<<<rows, 32>>>(d, columns, pitch);
  if (cudaMemcpy2D(h.data(), columns * sizeof(float), d, pitch * sizeof(float), columns * sizeof(float), rows,
                   cudaMemcpyDeviceToHost) != cudaSuccess)
    return 3;
  std::printf("%.0f %.0f\n", h[0], h[rows * columns - 1]);
  return cudaFree(d) != cudaSuccess || h[0] != 44.0f;
}
