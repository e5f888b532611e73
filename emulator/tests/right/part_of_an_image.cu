// Grids that cover a part of an image on purpose: its interior, a rectangle, one half for each of two launches, and
// several elements for each thread.
#include <cstdio>
#include <vector>
__global__ void interior(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x < width - 1 && y < height - 1) out[y * width + x] = in[y * width + x - 1] + in[y * width + x + 1];
}
__global__ void rectangle(float* image, int width, int height, int columns, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows && x < width && y < height) image[y * width + x] += 1;
}
__global__ void from_row(float* image, int width, int height, int first) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = first + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) image[y * width + x] += 1;
}
__global__ void four_columns(float* image, int width, int height) {
  int x = blockIdx.x * blockDim.x * 4 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  for (int k = 0; k < 4; k++, x += blockDim.x)
    if (x < width && y < height) image[y * width + x] += 1;
}
__global__ void x_counts_rows(float* image, int width, int height) {
  int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) image[y * width + x] += 1;
}
__global__ void difference(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 2 < width && y < height) out[y * width + x] = in[y * width + x + 2] - in[y * width + x];
}
int main() {
  const int width = 130, height = 72;
  const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  std::vector<float> h(width * height, 1);
  float *in, *out;
  const size_t bytes = h.size() * sizeof(float);
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, h.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, bytes);
  interior<<<dim3(8, 5), block>>>(in, out, width, height);
  rectangle<<<dim3(5, 4), block>>>(out, width, height, 70, 60);
  from_row<<<dim3(9, 4), block>>>(out, width, height, 0);
  from_row<<<dim3(9, 1), block>>>(out, width, height, 64);
  four_columns<<<dim3(3, 5), block>>>(out, width, height);
  x_counts_rows<<<dim3(5, 9), block>>>(out, width, height);
  difference<<<dim3(8, 5), block>>>(in, out, width, height);
  interior<<<grid, block>>>(in, out, width, height);
  cudaMemcpy(h.data(), out, bytes, cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[0], h[width + 1]);
  cudaFree(in);
  cudaFree(out);
}
