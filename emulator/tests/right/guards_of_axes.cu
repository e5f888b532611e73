// Guards that compare an index with the other axis, and are right: a transposition, and a panel of a square matrix.
// Blocks are counted by gridDim where that is meant.
#include <cstdio>
#include <vector>

#define TILE 16

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void panel(float* a, int k, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < k && row < n) a[row * n + column] = 1;
}

// Neighbouring threads are a grid's size apart; the number of the block in a grid of two dimensions.
__global__ void interleaved(int* seen, int* blocks) {
  const int i = threadIdx.x * gridDim.x + blockIdx.x;
  seen[i] += 1;
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0) blocks[block] = block;
}

int main() {
  const int width = 40, height = 24, n = 32, k = 5;
  std::vector<float> in(width * height), out(width * height), square(n * n);
  for (int i = 0; i < width * height; ++i) in[i] = i;
  float *d_in, *d_out, *d_square;
  int *d_seen, *d_blocks;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, out.size() * sizeof(float));
  cudaMalloc(&d_square, square.size() * sizeof(float));
  cudaMalloc(&d_seen, 4 * 64 * sizeof(int));
  cudaMalloc(&d_blocks, 4 * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_square, 0, square.size() * sizeof(float));
  cudaMemset(d_seen, 0, 4 * 64 * sizeof(int));
  transpose<<<dim3(3, 2), dim3(TILE, TILE)>>>(d_in, d_out, width, height);
  panel<<<dim3(1, 2), dim3(16, 16)>>>(d_square, k, n);
  interleaved<<<4, 64>>>(d_seen, d_blocks);
  std::vector<int> seen(4 * 64), blocks(4);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(square.data(), d_square, square.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(seen.data(), d_seen, seen.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(blocks.data(), d_blocks, blocks.size() * sizeof(int), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) bad += out[x * height + y] != in[y * width + x];
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) bad += square[r * n + c] != (c < k);
  for (int one : seen) bad += one != 1;
  for (int b = 0; b < 4; ++b) bad += blocks[b] != b;
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_square);
  cudaFree(d_seen);
  cudaFree(d_blocks);
  std::printf("%d\n", bad);
  return bad != 0;
}
