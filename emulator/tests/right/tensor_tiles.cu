// Tensor cores: each of a block's four warps multiplies a tile of 16 by 16 halves, step by step along the sum.
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <vector>

using namespace nvcuda;
constexpr int n = 64, side = 16;

__global__ void product(const half* a, const half* b, float* c) {
  const int warp = threadIdx.x / 32;
  const int row = blockIdx.y * 32 + warp / 2 * side, column = blockIdx.x * 32 + warp % 2 * side;
  wmma::fragment<wmma::accumulator, side, side, side, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += side) {
    wmma::fragment<wmma::matrix_a, side, side, side, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, side, side, side, half, wmma::row_major> right;
    wmma::load_matrix_sync(left, a + row * n + k, n);
    wmma::load_matrix_sync(right, b + k * n + column, n);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

int main() {
  std::vector<half> a(n * n), b(n * n);
  for (int i = 0; i < n * n; i++) {
    a[i] = __float2half(static_cast<float>(i % 7));
    b[i] = __float2half(static_cast<float>(i % 5));
  }
  half *a_d, *b_d;
  float* c_d;
  if (cudaMalloc(&a_d, n * n * sizeof(half)) != cudaSuccess) return 1;
  if (cudaMalloc(&b_d, n * n * sizeof(half)) != cudaSuccess) return 1;
  if (cudaMalloc(&c_d, n * n * sizeof(float)) != cudaSuccess) return 1;
  if (cudaMemcpy(a_d, a.data(), n * n * sizeof(half), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  if (cudaMemcpy(b_d, b.data(), n * n * sizeof(half), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  product<<<dim3(n / 32, n / 32), 128>>>(a_d, b_d, c_d);
  if (cudaGetLastError() != cudaSuccess) return 1;
  std::vector<float> c(n * n);
  if (cudaMemcpy(c.data(), c_d, n * n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      int sum = 0;
      for (int k = 0; k < n; k++) sum += (i * n + k) % 7 * ((k * n + j) % 5);
      if (c[i * n + j] != static_cast<float>(sum)) return 1;
    }
  }
  if (cudaFree(a_d) != cudaSuccess || cudaFree(b_d) != cudaSuccess || cudaFree(c_d) != cudaSuccess) return 1;
  std::printf("right\n");
  return 0;
}
