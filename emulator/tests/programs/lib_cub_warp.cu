// CUB's warp primitives, for whole warps and for parts of them, and its rearrangements of a block's items.
#include <cstdio>
#include <cub/cub.cuh>

__global__ void warps(const int* in, int* sums, int* scans) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int>;
  __shared__ typename Reduce::TempStorage reduce[4];
  __shared__ typename Scan::TempStorage scan[4];
  const int warp = threadIdx.x / 32;
  const int x = in[threadIdx.x];
  const int sum = Reduce(reduce[warp]).Sum(x);
  if (threadIdx.x % 32 == 0) sums[warp] = sum;
  int prefix;
  Scan(scan[warp]).ExclusiveSum(x, prefix);
  scans[threadIdx.x] = prefix;
}

__global__ void parts(const int* in, int* greatest, int* scans) {
  using Reduce = cub::WarpReduce<int, 8>;
  using Scan = cub::WarpScan<int, 8>;
  __shared__ typename Reduce::TempStorage reduce[16];
  __shared__ typename Scan::TempStorage scan[16];
  const int part = threadIdx.x / 8;
  const int x = in[threadIdx.x];
  const int most = Reduce(reduce[part]).Reduce(x, [](int a, int b) { return a > b ? a : b; });
  if (threadIdx.x % 8 == 0) greatest[part] = most;
  int prefix;
  Scan(scan[part]).InclusiveSum(x, prefix);
  scans[threadIdx.x] = prefix;
}

__global__ void rearrange(int* out, int* heads) {
  using Exchange = cub::BlockExchange<int, 64, 4>;
  using Heads = cub::BlockDiscontinuity<int, 64>;
  __shared__ typename Exchange::TempStorage exchange;
  __shared__ typename Heads::TempStorage discontinuity;
  int items[4], flags[4];
  for (int i = 0; i < 4; ++i) items[i] = i * 64 + threadIdx.x;
  Exchange(exchange).StripedToBlocked(items);
  for (int i = 0; i < 4; ++i) items[i] = items[i] / 3;
  Heads(discontinuity).FlagHeads(flags, items, [](int a, int b) { return a != b; });
  for (int i = 0; i < 4; ++i) {
    out[threadIdx.x * 4 + i] = items[i];
    atomicAdd(heads, flags[i]);
  }
}

int main() {
  int *in, *small, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&small, 16 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = (i * 29 + 7) % 50;
  warps<<<1, 128>>>(in, small, out);
  cudaDeviceSynchronize();
  printf("sums %d %d %d %d, scans %d %d %d\n", small[0], small[1], small[2], small[3], out[31], out[32], out[127]);
  parts<<<1, 128>>>(in, small, out);
  cudaDeviceSynchronize();
  printf("greatest");
  for (int i = 0; i < 16; ++i) printf(" %d", small[i]);
  printf(", scans %d %d %d\n", out[7], out[8], out[127]);
  small[0] = 0;
  rearrange<<<1, 64>>>(out, small);
  cudaDeviceSynchronize();
  printf("%d heads, %d %d %d ... %d\n", small[0], out[0], out[3], out[100], out[255]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
