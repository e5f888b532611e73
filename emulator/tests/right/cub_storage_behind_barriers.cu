// CUB's loads and stores of each kind, of whole and of partial tiles, in one storage with barriers between them, and
// the direct ones, which use none.
#include <cstdio>
#include <cub/cub.cuh>
constexpr int threads = 64, items = 4, tile = threads * items;
template <cub::BlockLoadAlgorithm how, cub::BlockStoreAlgorithm back>
__global__ void doubled(const int* in, int* out, int n) {
  using Load = cub::BlockLoad<int, threads, items, how>;
  using Store = cub::BlockStore<int, threads, items, back>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } s;
  int v[items];
  const int begin = blockIdx.x * tile, valid = n - begin < tile ? n - begin : tile;
  Load(s.load).Load(in + begin, v, valid, 0);
  for (int& one : v) one *= 2;
  __syncthreads();
  Store(s.store).Store(out + begin, v, valid);
}
// Directly, the storage is not used, and needs no barrier.
__global__ void summed(const int* in, int* out) {
  using Load = cub::BlockLoad<int, threads, items>;
  using Reduce = cub::BlockReduce<int, threads>;
  __shared__ union {
    Load::TempStorage load;
    Reduce::TempStorage reduce;
  } s;
  int v[items];
  Load(s.load).Load(in, v);
  const int total = Reduce(s.reduce).Sum(v);
  if (threadIdx.x == 0) *out = total;
}
__global__ void by_warps(const int* in, int* out) {
  using Load = cub::WarpLoad<int, items, cub::WARP_LOAD_TRANSPOSE>;
  __shared__ Load::TempStorage s[threads / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int v[items];
  Load(s[warp]).Load(in + warp * 32 * items, v);
  for (int i = 0; i < items; ++i) out[(warp * 32 + lane) * items + i] = 2 * v[i];
}
int main() {
  const int n = 1000;
  int h[n], *in, *out, total;
  for (int i = 0; i < n; ++i) h[i] = i;
  if (cudaMalloc(&in, sizeof h) || cudaMalloc(&out, sizeof h)) return 3;
  if (cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice)) return 3;
  int wrong = 0;
  const auto look = [&](int count) {
    if (cudaMemcpy(h, out, count * sizeof(int), cudaMemcpyDeviceToHost) || cudaMemset(out, 0, sizeof h)) ++wrong;
    for (int i = 0; i < count; ++i) wrong += h[i] != 2 * i;
  };
  doubled<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE><<<4, threads>>>(in, out, n);
  look(n);
  doubled<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE><<<4, threads>>>(in, out, n);
  look(n);
  doubled<cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_STORE_DIRECT><<<4, threads>>>(in, out, n);
  look(n);
  doubled<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED><<<4, threads>>>(in, out, n);
  look(n);
  by_warps<<<1, threads>>>(in, out);
  look(tile);
  summed<<<1, threads>>>(in, out);
  if (cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost)) return 3;
  std::printf("%d wrong, sum %d\n", wrong, total);
  cudaFree(in);
  cudaFree(out);
  return wrong;
}
