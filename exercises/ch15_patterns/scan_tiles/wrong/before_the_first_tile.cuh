// rejected: out of bounds
constexpr int tile_size = 256;

// y = running sums within each tile, totals[b] = the sum of tile b
__global__ void tiles_kernel(const int* x, int* y, int* totals, int n) {
  __shared__ int tile[tile_size];
  const int t = threadIdx.x, i = blockIdx.x * tile_size + t;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int d = 1; d < tile_size; d *= 2) {
    const int before = t >= d ? tile[t - d] : 0;
    __syncthreads();
    tile[t] += before;
    __syncthreads();
  }
  if (i < n) y[i] = tile[t];
  if (t == tile_size - 1) totals[blockIdx.x] = tile[t];
}

// totals[b] = the sum of the totals of the tiles 0 to b
__global__ void totals_kernel(int* totals, int tiles) {
  for (int b = 1; b < tiles; ++b) totals[b] += totals[b - 1];
}

// Adds the sum before its tile to each element of y.
__global__ void add_kernel(int* y, const int* totals, int n) {
  const int i = blockIdx.x * tile_size + threadIdx.x;
  if (i < n) y[i] += totals[static_cast<int>(blockIdx.x) - 1];
}

// y[i] = x[0] + ... + x[i] for i < n, n >= 1. totals has room for a number per tile.
void scan(const int* x, int* y, int* totals, int n) {
  const int tiles = (n + tile_size - 1) / tile_size;
  tiles_kernel<<<tiles, tile_size>>>(x, y, totals, n);
  totals_kernel<<<1, 1>>>(totals, tiles);
  add_kernel<<<tiles, tile_size>>>(y, totals, n);
}
