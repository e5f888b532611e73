// nvcc wmma_plain.cu && ./a.out
// A product of matrices by tensor cores: each warp multiplies 16 x 16 elements of half precision at a time.
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(3);
}

constexpr int n = 64, tile = 16;

// One warp, and one block, per tile of c. A fragment is a tile that the 32 threads hold together, 8 elements each;
// which thread holds which element is not specified. So all of them call the same functions, with the tile's corner.
__global__ void product_kernel(const __half* a, const __half* b, float* c) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, tile, tile, tile, __half, row_major> a_tile;
  fragment<matrix_b, tile, tile, tile, __half, row_major> b_tile;
  fragment<accumulator, tile, tile, tile, float> sums;
  const int row = blockIdx.y * tile, column = blockIdx.x * tile;

  fill_fragment(sums, 0.0f);
  for (int k = 0; k < n; k += tile) {
    load_matrix_sync(a_tile, a + row * n + k, n);  // n: the distance of two rows
    load_matrix_sync(b_tile, b + k * n + column, n);
    mma_sync(sums, a_tile, b_tile, sums);  // 4096 multiply-adds
  }
  store_matrix_sync(c + row * n + column, sums, n, mem_row_major);
}

int main() {
  // Numbers from -1 to 1 in steps of 1/8, which half precision represents.
  std::vector<__half> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = __float2half((i * 7 % 17 - 8) / 8.0f);
    b[i] = __float2half((i * 5 % 17 - 8) / 8.0f);
  }

  __half *d_a, *d_b;
  float* d_c;
  check(cudaMalloc(&d_a, n * n * sizeof(__half)), "cudaMalloc of a");
  check(cudaMalloc(&d_b, n * n * sizeof(__half)), "cudaMalloc of b");
  check(cudaMalloc(&d_c, n * n * sizeof(float)), "cudaMalloc of c");
  check(cudaMemcpy(d_a, a.data(), n * n * sizeof(__half), cudaMemcpyHostToDevice), "copy of a");
  check(cudaMemcpy(d_b, b.data(), n * n * sizeof(__half), cudaMemcpyHostToDevice), "copy of b");
  check(cudaMemset(d_c, 0xFF, n * n * sizeof(float)), "NaN in c");  // an element that is not written shows

  product_kernel<<<dim3(n / tile, n / tile), 32>>>(d_a, d_b, d_c);
  check(cudaGetLastError(), "launch");
  std::vector<float> c(n * n);
  check(cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost), "copy of c");

  // Products of these numbers are multiples of 1/64, and so are their sums: float holds them exactly.
  int wrong = 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += double(__half2float(a[row * n + k])) * double(__half2float(b[k * n + column]));
      wrong += !(c[row * n + column] == sum);  // true for NaN too
    }
  }
  std::printf("%d x %d, %d warps: c[0][0] = %g, c[%d][%d] = %g\n", n, n, n / tile * (n / tile), c[0], n - 1, n - 1,
              c[n * n - 1]);
  std::printf("%d of %d elements are wrong\n", wrong, n * n);

  check(cudaFree(d_a), "cudaFree");
  check(cudaFree(d_b), "cudaFree");
  check(cudaFree(d_c), "cudaFree");
  return wrong == 0 ? 0 : 1;
}
