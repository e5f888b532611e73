// Tiles of tensor cores with rows padded by a multiple of 16 bytes, at multiples of 32 bytes in an array that the
// compiler places.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

constexpr int n = 16, padded = 3 * n + 8;

__global__ void multiply(const half* a, const half* b, float* c) {
  __shared__ char before[6];
  __shared__ half rows[n * padded];
  __shared__ float result[n * (n + 4)];
  if (threadIdx.x < 6) before[threadIdx.x] = 1;
  for (int i = threadIdx.x; i < n * n; i += 32) rows[i / n * padded + n + i % n] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, n, n, n, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, n, n, n, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, n, n, n, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(x, rows + n, padded);
  wmma::load_matrix_sync(y, b, n);
  wmma::mma_sync(sum, x, y, sum);
  wmma::store_matrix_sync(result, sum, n + 4, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < n * n; i += 32) c[i] = result[i / n * (n + 4) + i % n] + before[i % 6] - 1;
}

int main() {
  half *a, *b;
  float* c;
  cudaMallocManaged(&a, n * n * sizeof(half));
  cudaMallocManaged(&b, n * n * sizeof(half));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) a[i] = b[i] = __float2half(1);
  multiply<<<1, 32>>>(a, b, c);
  cudaDeviceSynchronize();
  std::printf("%g %g\n", c[0], c[n * n - 1]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
