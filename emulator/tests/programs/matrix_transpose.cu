// Transposition: naive, through a padded tile, in place, and of matrices whose sides are not multiples of the tile.
#include <cstdio>

#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void naive(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
    if (x < width && y + j < height) out[x * height + y + j] = in[(y + j) * width + x];
  }
}
__global__ void through_tile(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}
__global__ void in_place(float* a, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < x) {
    const float t = a[y * n + x];
    a[y * n + x] = a[x * n + y];
    a[x * n + y] = t;
  }
}

int main(int argc, char** argv) {
  const int width = 100, height = 70, size = width * height;
  float *in, *out;
  cudaMallocManaged(&in, size * sizeof(float));
  cudaMallocManaged(&out, size * sizeof(float));
  const dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
  for (int version = 0; version < 2; version++) {
    for (int i = 0; i < size; i++) in[i] = i, out[i] = -1;
    if (version == 0) {
      naive<<<grid, block>>>(out, in, width, height);
    } else {
      through_tile<<<grid, block>>>(out, in, width, height);
    }
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) wrong += out[x * height + y] != in[y * width + x];
    }
    printf("version %d: %d wrong, corner %g\n", version, wrong, out[size - height]);
  }
  const int n = 64;
  in_place<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n * n; i++) wrong += in[i] != i % n * n + i / n;
  printf("in place: %d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
