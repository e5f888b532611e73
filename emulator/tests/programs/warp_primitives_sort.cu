// A bitonic sort of 32 keys in registers, a histogram by matching lanes, and a warp-wide binary search.
#include <cstdio>

__device__ int compare_exchange(int mine, int distance, bool smaller) {
  const int other = __shfl_xor_sync(0xffffffff, mine, distance);
  return smaller ? min(mine, other) : max(mine, other);
}
__global__ void sort32(int* data) {
  const unsigned lane = threadIdx.x;
  int key = data[lane];
  for (unsigned size = 2; size <= 32; size *= 2) {
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
      const bool ascending = (lane & size) == 0, lower = (lane & distance) == 0;
      key = compare_exchange(key, distance, ascending == lower);
    }
  }
  data[lane] = key;
}
__global__ void histogram(const int* data, int* bins) {
  const unsigned peers = __match_any_sync(0xffffffff, data[threadIdx.x] % 4);
  const int leader = __ffs(peers) - 1;
  if (threadIdx.x == leader) bins[data[threadIdx.x] % 4] += __popc(peers);
}
__global__ void lower_bound(const int* sorted, int n, const int* keys, int* where) {
  // A warp compares 32 positions at once.
  const int key = keys[blockIdx.x], lane = threadIdx.x;
  int begin = 0, end = n;
  while (end - begin > 32) {
    const int step = (end - begin + 31) / 32, at = begin + lane * step;
    const unsigned below = __ballot_sync(0xffffffff, at < end && sorted[at] < key);
    const int parts = __popc(below);
    if (parts == 0) {
      end = begin;
    } else {
      end = min(end, begin + parts * step);
      begin += (parts - 1) * step;
    }
  }
  const unsigned below = __ballot_sync(0xffffffff, begin + lane < end && sorted[begin + lane] < key);
  if (lane == 0) where[blockIdx.x] = begin + __popc(below);
}

int main() {
  const int n = 1000;
  int *data, *bins, *sorted, *keys, *where;
  cudaMallocManaged(&data, 32 * sizeof(int));
  cudaMallocManaged(&bins, 4 * sizeof(int));
  cudaMallocManaged(&sorted, n * sizeof(int));
  cudaMallocManaged(&keys, 6 * sizeof(int));
  cudaMallocManaged(&where, 6 * sizeof(int));
  for (int i = 0; i < 32; ++i) data[i] = (i * 37 + 11) % 101;
  for (int i = 0; i < 4; ++i) bins[i] = 0;
  for (int i = 0; i < n; ++i) sorted[i] = 3 * i;
  const int wanted[] = {-5, 0, 1, 1500, 2997, 5000};
  for (int i = 0; i < 6; ++i) keys[i] = wanted[i];
  sort32<<<1, 32>>>(data);
  histogram<<<1, 32>>>(data, bins);
  lower_bound<<<6, 32>>>(sorted, n, keys, where);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) printf("%d ", data[i]);
  printf("\nbins %d %d %d %d\n", bins[0], bins[1], bins[2], bins[3]);
  for (int i = 0; i < 6; ++i) printf("%d at %d\n", keys[i], where[i]);
}
