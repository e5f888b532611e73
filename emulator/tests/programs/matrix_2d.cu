// A two-dimensional grid: matrix addition with row and column indices, and a tiled product in shared memory.
#include <stdio.h>
#include <stdlib.h>

#define TILE 16

__global__ void add(const int* a, const int* b, int* c, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) c[row * columns + column] = a[row * columns + column] + b[row * columns + column];
}

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    int k = t * TILE + threadIdx.x;
    tile_a[threadIdx.y][threadIdx.x] = row < n && k < n ? a[row * n + k] : 0.0f;
    k = t * TILE + threadIdx.y;
    tile_b[threadIdx.y][threadIdx.x] = k < n && column < n ? b[k * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

int main(void) {
  const int rows = 37, columns = 53, n = 70;
  int *a, *b, *c;
  cudaMallocManaged(&a, rows * columns * sizeof(int));
  cudaMallocManaged(&b, rows * columns * sizeof(int));
  cudaMallocManaged(&c, rows * columns * sizeof(int));
  for (int i = 0; i < rows * columns; ++i) {
    a[i] = i;
    b[i] = -2 * i;
  }
  dim3 block(16, 8);
  dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  printf("grid %u x %u x %u\n", grid.x, grid.y, grid.z);
  add<<<grid, block>>>(a, b, c, rows, columns);
  cudaDeviceSynchronize();
  printf("corners: %d %d %d\n", c[0], c[columns - 1], c[rows * columns - 1]);

  float *x, *y, *z;
  cudaMallocManaged(&x, n * n * sizeof(float));
  cudaMallocManaged(&y, n * n * sizeof(float));
  cudaMallocManaged(&z, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) {
    x[i] = (float)(i % 7);
    y[i] = i / n == i % n ? 2.0f : 0.0f;
  }
  multiply<<<dim3((n + TILE - 1) / TILE, (n + TILE - 1) / TILE), dim3(TILE, TILE)>>>(x, y, z, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n * n; ++i) wrong += z[i] != 2.0f * x[i];
  printf("wrong products: %d\n", wrong);
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(x), cudaFree(y), cudaFree(z);
  return 0;
}
