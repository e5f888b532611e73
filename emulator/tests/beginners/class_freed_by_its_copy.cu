// A class that frees in its destructor is passed to the kernel by value.
#include <cstdio>
#include <vector>
class Matrix {
 public:
  int rows, cols;
  float* data;
  Matrix(int r, int c) : rows(r), cols(c) { cudaMalloc(&data, sizeof(float) * r * c); }
  ~Matrix() { cudaFree(data); }
  __device__ float& at(int r, int c) { return data[r * cols + c]; }
};
__global__ void setIdentity(Matrix m) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < m.rows && c < m.cols) m.at(r, c) = r == c ? 1.0f : 0.0f;
}
__global__ void scale(Matrix m, float f) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < m.rows && c < m.cols) m.at(r, c) *= f;  //~ freed memory
}
int main() {
  Matrix m(64, 64);
  dim3 block(16, 16), grid(4, 4);
  setIdentity<<<grid, block>>>(m);
  scale<<<grid, block>>>(m, 2.0f);
  std::vector<float> h(64 * 64);
  cudaMemcpy(h.data(), m.data, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[65]);
  return 0;
}
