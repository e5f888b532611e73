// Products with a height that are right: by columns, transposed, and of a square image.
#include <cstdio>
#include <vector>

#define SIDE 32

__global__ void by_columns(float* a, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) a[x * height + y] = x;
}
__global__ void transpose(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const float value = in[y * width + x];
    out[x * height + y] = value;
    const int row = x, column = y;
    out[row * height + column] = value;
  }
}
__global__ void square(float* a, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) a[y * height + x] = y;
}

int main() {
  const int width = 48, height = 32, side = SIDE;
  std::vector<float> columns(width * height), turned(width * height), squares(side * side);
  float *d_columns, *d_turned, *d_square;
  cudaMalloc(&d_columns, columns.size() * sizeof(float));
  cudaMalloc(&d_turned, turned.size() * sizeof(float));
  cudaMalloc(&d_square, squares.size() * sizeof(float));
  by_columns<<<dim3(3, 2), dim3(16, 16)>>>(d_columns, width, height);
  transpose<<<dim3(2, 3), dim3(16, 16)>>>(d_columns, d_turned, height, width);
  square<<<dim3(2, 2), dim3(16, 16)>>>(d_square, side, SIDE);
  cudaMemcpy(columns.data(), d_columns, columns.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(turned.data(), d_turned, turned.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(squares.data(), d_square, squares.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height; ++y) bad += columns[x * height + y] != x || turned[y * width + x] != x;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) bad += squares[y * side + x] != y;
  cudaFree(d_columns);
  cudaFree(d_turned);
  cudaFree(d_square);
  std::printf("%d\n", bad);
  return bad != 0;
}
