// CUB's block-wide primitives: shuffles, differences, histograms, run lengths, merge sorts and exchanges.
#include <cstdio>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

__global__ void shuffles(int* out) {
  using Shuffle = cub::BlockShuffle<int, 64>;
  __shared__ typename Shuffle::TempStorage temp;
  const int t = threadIdx.x;
  int neighbour = -1, rotated;
  Shuffle(temp).Offset(t * t, neighbour, 2);
  __syncthreads();
  Shuffle(temp).Rotate(t * t, rotated, 5);
  __syncthreads();
  int items[2] = {2 * t, 2 * t + 1}, before[2] = {-7, -7}, after[2] = {-9, -9};
  Shuffle(temp).Up(items, before);
  __syncthreads();
  Shuffle(temp).Down(items, after);
  atomicAdd(out, neighbour);
  atomicAdd(out + 1, rotated * (t % 3));
  atomicAdd(out + 2, before[0] * before[1]);
  atomicAdd(out + 3, after[0] * after[1]);
}

__global__ void differences(const int* in, int* left, int* right) {
  using Difference = cub::BlockAdjacentDifference<int, 32>;
  __shared__ typename Difference::TempStorage temp;
  int items[4], out[4];
  cub::LoadDirectBlocked(threadIdx.x, in, items);
  Difference(temp).SubtractLeft(items, out, [](int a, int b) { return a - b; });
  cub::StoreDirectBlocked(threadIdx.x, left, out);
  __syncthreads();
  Difference(temp).SubtractRight(items, out, [](int a, int b) { return a - b; });
  cub::StoreDirectBlocked(threadIdx.x, right, out);
}

__global__ void histogram(const int* in, unsigned* bins) {
  using Histogram = cub::BlockHistogram<unsigned char, 32, 4, 16>;
  __shared__ typename Histogram::TempStorage temp;
  __shared__ unsigned counts[16];
  unsigned char items[4];
  for (int i = 0; i < 4; ++i) items[i] = in[threadIdx.x * 4 + i] % 16;
  Histogram(temp).Histogram(items, counts);
  __syncthreads();
  if (threadIdx.x < 16) bins[threadIdx.x] = counts[threadIdx.x];
}

__global__ void decode(int* out) {
  using Decode = cub::BlockRunLengthDecode<int, 32, 2, 3>;
  __shared__ typename Decode::TempStorage temp;
  int values[2] = {int(threadIdx.x) * 2, int(threadIdx.x) * 2 + 1};
  unsigned lengths[2] = {threadIdx.x % 3, 1 + threadIdx.x % 2};
  unsigned total;
  Decode decoder(temp, values, lengths, total);
  int items[3];
  decoder.RunLengthDecode(items, 0);
  cub::StoreDirectBlocked(threadIdx.x, out, items, total);
  if (threadIdx.x == 0) out[99] = total;
}

__global__ void sort_and_exchange(int* data, int* striped) {
  using Sort = cub::BlockMergeSort<int, 64, 2>;
  using Exchange = cub::BlockExchange<int, 64, 2>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Exchange::TempStorage exchange;
  } temp;
  int items[2];
  cub::LoadDirectBlocked(threadIdx.x, data, items);
  Sort(temp.sort).Sort(items, [](int a, int b) { return a > b; });
  cub::StoreDirectBlocked(threadIdx.x, data, items);
  __syncthreads();
  Exchange(temp.exchange).BlockedToWarpStriped(items);
  cub::StoreDirectBlocked(threadIdx.x, striped, items);
}

int main() {
  int *in, *a, *b;
  unsigned* bins;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&a, 128 * sizeof(int));
  cudaMallocManaged(&b, 128 * sizeof(int));
  cudaMallocManaged(&bins, 16 * sizeof(unsigned));
  for (int i = 0; i < 128; ++i) in[i] = i * 37 % 101;
  shuffles<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  printf("shuffles %d %d %d %d\n", a[0], a[1], a[2], a[3]);
  differences<<<1, 32>>>(in, a, b);
  cudaDeviceSynchronize();
  printf("left %d %d %d %d, right %d %d %d %d\n", a[0], a[1], a[4], a[127], b[0], b[3], b[126], b[127]);
  histogram<<<1, 32>>>(in, bins);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i) printf("%u ", bins[i]);
  printf("\n");
  decode<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d decoded: %d %d %d %d %d ... %d\n", a[99], a[0], a[1], a[2], a[3], a[4], a[a[99] - 1]);
  sort_and_exchange<<<1, 64>>>(in, b);
  cudaDeviceSynchronize();
  printf("sorted %d %d ... %d, warp striped %d %d %d %d\n", in[0], in[1], in[127], b[0], b[1], b[2], b[64]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
