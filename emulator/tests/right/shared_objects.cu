// Objects in shared memory that need no constructor, and one at file scope.
#include <cstdio>
struct Pair {
  int low, high;
  __host__ __device__ Pair() {}
  __host__ __device__ Pair(int l, int h) : low(l), high(h) {}
};
template <typename T>
struct Tile {
  T rows[4][32];
};
__device__ __shared__ int whole[32];
__global__ void fill(Pair* out) {
  __shared__ Pair pairs[32], last;
  __shared__ Tile<float> tile;
  const int t = threadIdx.x;
  pairs[t] = Pair(t, 2 * t);
  whole[t] = t;
  for (int row = 0; row < 4; row++) tile.rows[row][t] = t + row;
  if (t == 0) last = Pair(5, 6);
  __syncthreads();
  out[t] = Pair(pairs[31 - t].low + last.high, whole[31 - t] + static_cast<int>(tile.rows[3][31 - t]));
}
int main() {
  Pair* out;
  if (cudaMallocManaged(&out, 32 * sizeof(Pair)) != cudaSuccess) return 1;
  fill<<<1, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int t = 0; t < 32; t++) {
    if (out[t].low != 31 - t + 6 || out[t].high != 2 * (31 - t) + 3) return 1;
  }
  std::printf("right\n");
  cudaFree(out);
}
