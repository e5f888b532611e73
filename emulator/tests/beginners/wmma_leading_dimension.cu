// Matrices of tensor cores whose rows are padded by 4 halves, or begin 8 bytes too late.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

constexpr int n = 16, padded = 20;

__global__ void multiply(const half* a, const half* b, float* c) {
  __shared__ __align__(32) half rows[n * padded];
  for (int i = threadIdx.x; i < n * n; i += 32) rows[i / n * padded + i % n] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, n, n, n, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, n, n, n, half, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, n, n, n, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(x, rows, padded);  //~ a leading dimension of 20 elements, 40 bytes
  wmma::load_matrix_sync(y, b + 4, n);      //~ a matrix that does not begin at a multiple of 32 bytes
  wmma::mma_sync(sum, x, y, sum);
  wmma::store_matrix_sync(c, sum, n + 1, wmma::mem_row_major);  //~ a leading dimension of 17 elements, 68 bytes
}

int main() {
  half *a, *b;
  float* c;
  cudaMallocManaged(&a, n * n * sizeof(half));
  cudaMallocManaged(&b, (n * n + 4) * sizeof(half));
  cudaMallocManaged(&c, n * (n + 1) * sizeof(float));
  for (int i = 0; i < n * n; ++i) a[i] = __float2half(1);
  for (int i = 0; i < n * n + 4; ++i) b[i] = __float2half(1);
  multiply<<<1, 32>>>(a, b, c);
  cudaDeviceSynchronize();
  std::printf("%g\n", c[0]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
