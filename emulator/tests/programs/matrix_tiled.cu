// Matrix multiplication of any shape: one thread per element, tiles in shared memory, several results per thread.
#include <cstdio>
#include <vector>

const int tile = 16;

__global__ void naive(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
__global__ void tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[tile][tile], bs[tile][tile + 1];
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < (k + tile - 1) / tile; ++t) {
    const int i = t * tile + threadIdx.x, j = t * tile + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < m && i < k ? a[row * k + i] : 0;
    bs[threadIdx.y][threadIdx.x] = j < k && column < n ? b[j * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (int x = 0; x < tile; ++x) sum += as[threadIdx.y][x] * bs[x][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}
template <int per_thread>
__global__ void coarsened(const float* a, const float* b, float* c, int m, int n, int k) {
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * per_thread,
            column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= n) return;
  float sums[per_thread] = {};
  for (int i = 0; i < k; ++i) {
    const float x = b[i * n + column];
    for (int r = 0; r < per_thread; ++r) {
      if (first + r < m) sums[r] += a[(first + r) * k + i] * x;
    }
  }
  for (int r = 0; r < per_thread; ++r) {
    if (first + r < m) c[(first + r) * n + column] = sums[r];
  }
}

int main() {
  const int shapes[][3] = {{1, 1, 1}, {16, 16, 16}, {33, 17, 50}, {100, 64, 31}};
  for (auto& s : shapes) {
    const int m = s[0], n = s[1], k = s[2];
    std::vector<float> a(m * k), b(k * n), c(m * n), expected(m * n);
    for (int i = 0; i < m * k; ++i) a[i] = i % 7 - 3;
    for (int i = 0; i < k * n; ++i) b[i] = i % 5 * 0.5f;
    for (int i = 0; i < m * n; ++i) {
      for (int x = 0; x < k; ++x) expected[i] += a[i / n * k + x] * b[x * n + i % n];
    }
    float *d_a, *d_b, *d_c;
    cudaMalloc(&d_a, a.size() * sizeof(float));
    cudaMalloc(&d_b, b.size() * sizeof(float));
    cudaMalloc(&d_c, c.size() * sizeof(float));
    cudaMemcpy(d_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
    const dim3 block(tile, tile), grid((n + tile - 1) / tile, (m + tile - 1) / tile);
    printf("%3d x %2d x %2d:", m, n, k);
    for (int version = 0; version < 3; ++version) {
      cudaMemset(d_c, 0xff, c.size() * sizeof(float));
      if (version == 0) naive<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
      if (version == 1) tiled<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
      if (version == 2) coarsened<4><<<grid, dim3(tile, tile / 4)>>>(d_a, d_b, d_c, m, n, k);
      cudaMemcpy(c.data(), d_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
      printf(" %s %.1f", c == expected ? "right" : "WRONG", c.back());
    }
    printf("\n");
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
  }
}
