// A class passed by value: its pointer is a device pointer, its members are for both sides.
#include <cassert>
#include <cmath>
#include <iostream>
#include <vector>

class Matrix {
 public:
  __host__ __device__ Matrix(float* data, int rows, int cols) : data_(data), rows_(rows), cols_(cols) {}
  __host__ __device__ int rows() const { return rows_; }
  __host__ __device__ int cols() const { return cols_; }
  __host__ __device__ float& operator()(int r, int c) { return data_[r * cols_ + c]; }
  __host__ __device__ float operator()(int r, int c) const { return data_[r * cols_ + c]; }
  static Matrix on_device(int rows, int cols) {
    float* p;
    cudaError_t e = cudaMalloc(&p, sizeof(float) * rows * cols);
    assert(e == cudaSuccess);
    (void)e;
    return {p, rows, cols};
  }
  void release() { cudaFree(data_); }
  float* data() const { return data_; }

 private:
  float* data_;
  int rows_, cols_;
};

__global__ void multiply(const Matrix a, const Matrix b, Matrix c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= c.rows() || col >= c.cols()) return;
  float sum = 0;
  for (int k = 0; k < a.cols(); ++k) sum += a(row, k) * b(k, col);
  c(row, col) = sum;
}

int main() {
  const int m = 37, n = 50, k = 23;
  std::vector<float> ha(m * k), hb(k * n), hc(m * n);
  for (std::size_t i = 0; i < ha.size(); ++i) ha[i] = float(i % 5);
  for (std::size_t i = 0; i < hb.size(); ++i) hb[i] = float(i % 3) - 1;
  Matrix a = Matrix::on_device(m, k), b = Matrix::on_device(k, n), c = Matrix::on_device(m, n);
  cudaMemcpy(a.data(), ha.data(), ha.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b.data(), hb.data(), hb.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 threads(16, 16), blocks((n + 15) / 16, (m + 15) / 16);
  multiply<<<blocks, threads>>>(a, b, c);
  cudaMemcpy(hc.data(), c.data(), hc.size() * sizeof(float), cudaMemcpyDeviceToHost);
  Matrix ra(ha.data(), m, k), rb(hb.data(), k, n);
  int wrong = 0;
  for (int r = 0; r < m; ++r)
    for (int s = 0; s < n; ++s) {
      float sum = 0;
      for (int i = 0; i < k; ++i) sum += ra(r, i) * rb(i, s);
      wrong += std::fabs(sum - hc[r * n + s]) > 1e-3f;
    }
  std::cout << wrong << " wrong\n";
  a.release();
  b.release();
  c.release();
  return wrong != 0;
}
