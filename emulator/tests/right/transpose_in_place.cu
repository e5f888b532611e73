// A square matrix transposed in place: one block exchanges a pair of tiles.
#include <cstdio>
#include <vector>
constexpr int T = 16;
__global__ void transpose(int* m, int n) {
  if (blockIdx.x < blockIdx.y) return;  // the other half
  __shared__ int a[T][T + 1], b[T][T + 1];
  const int ax = blockIdx.x * T + threadIdx.x, ay = blockIdx.y * T + threadIdx.y;
  const int bx = blockIdx.y * T + threadIdx.x, by = blockIdx.x * T + threadIdx.y;
  if (ax < n && ay < n) a[threadIdx.y][threadIdx.x] = m[ay * n + ax];
  if (bx < n && by < n) b[threadIdx.y][threadIdx.x] = m[by * n + bx];
  __syncthreads();
  if (ax < n && ay < n) m[ay * n + ax] = b[threadIdx.x][threadIdx.y];
  if (blockIdx.x != blockIdx.y && bx < n && by < n) m[by * n + bx] = a[threadIdx.x][threadIdx.y];
}
int main() {
  const int n = 50;
  std::vector<int> h(n * n);
  for (int i = 0; i < n * n; ++i) h[i] = i;
  int* d;
  cudaMalloc(&d, h.size() * sizeof(int));
  cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
  const unsigned tiles = (n + T - 1) / T;
  transpose<<<dim3(tiles, tiles), dim3(T, T)>>>(d, n);
  cudaMemcpy(h.data(), d, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (h[r * n + c] != c * n + r) return 1;
  return 0;
}
