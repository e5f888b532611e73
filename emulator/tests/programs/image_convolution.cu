// Convolutions: direct, and separable in two passes; the mask is in constant memory, and the edges wrap around.
#include <cstdio>

const int n = 40, radius = 2;
__constant__ int mask[2 * radius + 1][2 * radius + 1];
__constant__ int row_mask[2 * radius + 1];

__global__ void direct(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int sum = 0;
  for (int j = -radius; j <= radius; ++j) {
    for (int i = -radius; i <= radius; ++i)
      sum += mask[j + radius][i + radius] * in[(y + j + n) % n * n + (x + i + n) % n];
  }
  out[y * n + x] = sum;
}
template <bool rows>
__global__ void one_dimension(const int* in, int* out) {
  __shared__ int line[n + 2 * radius];
  const int t = threadIdx.x, at = rows ? blockIdx.x * n + t : t * n + blockIdx.x;
  line[t + radius] = in[at];
  if (t < radius) line[t + radius + n] = in[rows ? blockIdx.x * n + t : t * n + blockIdx.x];
  if (t >= n - radius) line[t + radius - n] = in[at];
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int i = 0; i <= 2 * radius; ++i) sum += row_mask[i] * line[t + i];
  out[at] = sum;
}

int main() {
  const int weights[2 * radius + 1] = {1, 4, 6, 4, 1};
  int square[2 * radius + 1][2 * radius + 1];
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 5; ++i) square[j][i] = weights[j] * weights[i];
  }
  cudaMemcpyToSymbol(mask, square, sizeof square);
  cudaMemcpyToSymbol(row_mask, weights, sizeof weights);
  int *in, *a, *b, *c;
  for (int** p : {&in, &a, &b, &c}) cudaMallocManaged(p, n * n * sizeof(int));
  for (int i = 0; i < n * n; ++i) in[i] = (i * 7 + i / n * 3) % 50;
  direct<<<dim3(5, 5), dim3(8, 8)>>>(in, a);
  one_dimension<true><<<n, n>>>(in, b);
  one_dimension<false><<<n, n>>>(b, c);
  cudaDeviceSynchronize();
  int different = 0;
  for (int i = 0; i < n * n; ++i) different += a[i] != c[i];
  printf("%d different; %d %d %d %d\n", different, a[0], a[n - 1], a[n * n / 2], a[n * n - 1]);
  for (int* p : {in, a, b, c}) cudaFree(p);
}
