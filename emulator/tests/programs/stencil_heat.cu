// The heat equation on a plate: Jacobi steps with two buffers, and with a tile and its halo, until it converges.
#include <cstdio>
#include <utility>

const int n = 48, tile = 16;

__global__ void step(const double* now, double* next) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || y <= 0 || x >= n - 1 || y >= n - 1) return;
  next[y * n + x] = 0.25 * (now[y * n + x - 1] + now[y * n + x + 1] + now[(y - 1) * n + x] + now[(y + 1) * n + x]);
}
__global__ void tiled_step(const double* now, double* next, double* largest_change) {
  __shared__ double s[tile + 2][tile + 2];
  __shared__ double changes[tile * tile];
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  s[ty][tx] = now[y * n + x];
  if (threadIdx.x == 0 && x > 0) s[ty][0] = now[y * n + x - 1];
  if (threadIdx.x == tile - 1 && x < n - 1) s[ty][tile + 1] = now[y * n + x + 1];
  if (threadIdx.y == 0 && y > 0) s[0][tx] = now[(y - 1) * n + x];
  if (threadIdx.y == tile - 1 && y < n - 1) s[tile + 1][tx] = now[(y + 1) * n + x];
  __syncthreads();
  double change = 0;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
    const double value = 0.25 * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx]);
    change = fabs(value - s[ty][tx]);
    next[y * n + x] = value;
  }
  const int t = threadIdx.y * tile + threadIdx.x;
  changes[t] = change;
  __syncthreads();
  for (int half = tile * tile / 2; half > 0; half /= 2) {
    if (t < half) changes[t] = fmax(changes[t], changes[t + half]);
    __syncthreads();
  }
  // The order of non-negative doubles is the order of their bits as integers.
  if (t == 0) atomicMax((unsigned long long*)largest_change, (unsigned long long)__double_as_longlong(changes[0]));
}

int main() {
  double *a, *b, *change;
  cudaMallocManaged(&a, n * n * sizeof(double));
  cudaMallocManaged(&b, n * n * sizeof(double));
  cudaMallocManaged(&change, sizeof(double));
  for (int version = 0; version < 2; ++version) {
    for (int i = 0; i < n * n; ++i) a[i] = b[i] = i < n ? 100 : 0;  // the upper edge is hot
    int steps = 0;
    for (; steps < 400; ++steps) {
      *change = 0;
      if (version == 0) {
        step<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b);
      } else {
        tiled_step<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b, change);
        cudaDeviceSynchronize();
        if (*change < 0.05) break;
      }
      std::swap(a, b);
    }
    cudaDeviceSynchronize();
    printf("version %d, %d steps: %.6f %.6f %.6f\n", version, steps, a[1 * n + n / 2], a[n / 2 * n + n / 2],
           a[(n - 2) * n + 1]);
  }
}
