// Warp matrix functions against plain loops; integers, so that every sum is exact. It compiles with nvcc too.
#include <cuda_fp16.h>
#include <gtest/gtest.h>
#include <mma.h>

#include <vector>

namespace {

using namespace nvcuda;

template <class T>
class Managed {
 public:
  explicit Managed(int n) { cudaMallocManaged(&data_, n * sizeof(T)); }
  ~Managed() { cudaFree(data_); }
  T& operator[](int i) { return data_[i]; }
  operator T*() { return data_; }

 private:
  T* data_ = nullptr;
};

// d = 2 a b + c, with a by rows and b by columns.
template <class In, class Sum, class Stored, int m, int n, int k>
__global__ void product(const Stored* a, const Stored* b, const Sum* c, Sum* d) {
  wmma::fragment<wmma::matrix_a, m, n, k, In, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, In, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum, add;
  wmma::fill_fragment(sum, Sum(0.0f));
  wmma::load_matrix_sync(fa, a, k);
  wmma::load_matrix_sync(fb, b, k);
  wmma::mma_sync(sum, fa, fb, sum);
  wmma::load_matrix_sync(add, c, n, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i] + add.x[i];
  wmma::store_matrix_sync(d, sum, n, wmma::mem_row_major);
}

template <class In, class Sum, class Stored, int m, int n, int k>
void check() {
  Managed<Stored> a(m * k), b(k * n);
  Managed<Sum> c(m * n), d(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = static_cast<Stored>(static_cast<float>(i % 5));
  for (int i = 0; i < k * n; ++i) b[i] = static_cast<Stored>(static_cast<float>(i % 3));
  for (int i = 0; i < m * n; ++i) c[i] = static_cast<Sum>(static_cast<float>(i % 7));
  product<In, Sum, Stored, m, n, k><<<1, 32>>>(a, b, c, d);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int p = 0; p < k; ++p) sum += static_cast<double>((i * k + p) % 5) * ((j * k + p) % 3);
      ASSERT_EQ(static_cast<double>(d[i * n + j]), 2 * sum + (i * n + j) % 7) << i << ' ' << j;
    }
  }
}
TEST(Wmma, EveryTypeAndShape) {
  check<__half, float, __half, 16, 16, 16>();
  check<__half, __half, __half, 16, 16, 16>();
  check<__half, float, __half, 32, 8, 16>();
  check<__half, float, __half, 8, 32, 16>();
  check<__nv_bfloat16, float, __nv_bfloat16, 16, 16, 16>();
  check<signed char, int, signed char, 16, 16, 16>();
  check<wmma::precision::tf32, float, float, 16, 16, 8>();
  check<double, double, double, 8, 8, 4>();
}

// A tile per warp, several warps per block: the usual first matrix product on tensor cores.
__global__ void multiply(const half* a, const half* b, float* c, int n) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, row = warp / (n / 16) * 16,
            column = warp % (n / 16) * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, a + row * n + k, n);
    wmma::load_matrix_sync(fb, b + k * n + column, n);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}
TEST(Wmma, ProductOfTiles) {
  constexpr int n = 64;
  Managed<half> a(n * n), b(n * n);
  Managed<float> c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = __float2half(i % 4), b[i] = __float2half(i % 3);
  multiply<<<4, 128>>>(a, b, c, n);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += static_cast<float>((i * n + k) % 4 * ((k * n + j) % 3));
      ASSERT_EQ(c[i * n + j], sum) << i << ' ' << j;
    }
  }
}

}  // namespace
