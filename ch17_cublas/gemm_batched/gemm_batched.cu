// Products of many small matrices. One product has work for a few SMs at most, so the rate depends on how many of them
// run at once.
#include "ch17_cublas/gemm_batched/gemm_batched.h"

#include <vector>

#include "common/check.h"

namespace gemm_batched {

Pointers::Pointers(const Batch& batch) {
  std::vector<const float*> a, b;
  std::vector<float*> c;
  for (int i = 0; i < batch.count; ++i) {
    a.push_back(batch.a + i * batch.elements());
    b.push_back(batch.b + i * batch.elements());
    c.push_back(batch.c + i * batch.elements());
  }
  a_ = DeviceBuffer<const float*>(a);
  b_ = DeviceBuffer<const float*>(b);
  c_ = DeviceBuffer<float*>(c);
}

namespace {

constexpr float one = 1, zero = 0;

// ---- Rung 1. One call per product. In one stream they run one after the other. (By rows: b comes first, see
// gemm_layout.)
void one_by_one(cublasHandle_t handle, const Batch& batch, const Pointers&) {
  const int n = batch.n;
  for (int i = 0; i < batch.count; ++i) {
    const std::size_t first = i * batch.elements();
    check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, batch.b + first, n, batch.a + first, n, &zero,
                      batch.c + first, n));
  }
}

// ---- Rung 2. Same products in one call: three arrays of pointers, also in device memory, hold the addresses of the
// matrices, which may be anywhere.
void by_pointers(cublasHandle_t handle, const Batch& batch, const Pointers& pointers) {
  const int n = batch.n;
  check(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, pointers.b(), n, pointers.a(), n, &zero,
                           pointers.c(), n, batch.count));
}

// ---- Rung 3. Same as rung 2, except that the matrices are at equal distances: the distance is an argument, and no
// pointers have to be read.
void strided(cublasHandle_t handle, const Batch& batch, const Pointers&) {
  const int n = batch.n;
  const long long apart = static_cast<long long>(batch.elements());
  check(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, batch.b, n, apart, batch.a, n, apart,
                                  &zero, batch.c, n, apart, batch.count));
}

// ---- Rung 4. Same as rung 3 with a kernel of ours: chapter 9's tiled product, where a block has a matrix and goes
// over its tiles, and blockIdx.x is the matrix.
constexpr int tile_size = 16;

__global__ void our_blocks_kernel(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[tile_size][tile_size], b_tile[tile_size][tile_size];
  const int x = threadIdx.x, y = threadIdx.y;
  const std::size_t matrix = std::size_t{blockIdx.x} * n * n;
  for (int top = 0; top < n; top += tile_size) {
    for (int left = 0; left < n; left += tile_size) {
      const int row = top + y, col = left + x;
      float sum = 0;
      for (int first = 0; first < n; first += tile_size) {
        a_tile[y][x] = row < n && first + x < n ? a[matrix + std::size_t(row) * n + first + x] : 0.0f;
        b_tile[y][x] = first + y < n && col < n ? b[matrix + std::size_t(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < tile_size; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();  // no thread may overwrite a tile that another still reads
      }
      if (row < n && col < n) c[matrix + std::size_t(row) * n + col] = sum;
    }
  }
}

void our_blocks(cublasHandle_t handle, const Batch& batch, const Pointers&) {
  cudaStream_t stream = nullptr;
  check(cublasGetStream(handle, &stream));
  const dim3 block(tile_size, tile_size);
  our_blocks_kernel<<<batch.count, block, 0, stream>>>(batch.a, batch.b, batch.c, batch.n);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_by_one", one_by_one},
      {"by_pointers", by_pointers},
      {"strided", strided},
      {"our_blocks", our_blocks},
  };
  return rungs;
}

}  // namespace gemm_batched
