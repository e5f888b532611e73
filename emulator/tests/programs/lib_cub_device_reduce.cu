// CUB's device-wide reductions and scans: the first call returns the size of the storage, the second does the work.
#include <cstdio>
#include <cub/cub.cuh>

struct CustomMin {
  template <typename T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
struct Multiply {
  __host__ __device__ long long operator()(long long a, long long b) const { return a * b % 1000003; }
};

template <class Call>
void run(Call call) {
  void* storage = nullptr;
  size_t bytes = 0;
  if (call(storage, bytes) != cudaSuccess || bytes == 0) printf("no size\n");
  cudaMalloc(&storage, bytes);
  if (call(storage, bytes) != cudaSuccess) printf("failed\n");
  cudaFree(storage);
}

int main() {
  const int n = 10000;
  int *in, *out, *scanned;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, 4 * sizeof(int));
  cudaMallocManaged(&scanned, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = (i * 7919 + 13) % 1009 - 100;

  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, in, out, n); });
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Min(s, b, in, out + 1, n); });
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Max(s, b, in, out + 2, n); });
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Reduce(s, b, in, out + 3, n, CustomMin(), 12); });
  cudaDeviceSynchronize();
  printf("sum %d min %d max %d custom %d\n", out[0], out[1], out[2], out[3]);

  long long* product;
  cudaMallocManaged(&product, sizeof(long long));
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Reduce(s, b, in + 200, product, 50, Multiply(), 1LL); });
  cudaDeviceSynchronize();
  printf("product %lld\n", *product);

  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveSum(s, b, in, scanned, n); });
  cudaDeviceSynchronize();
  printf("exclusive %d %d %d ... %d\n", scanned[0], scanned[1], scanned[2], scanned[n - 1]);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, in, scanned, n); });
  cudaDeviceSynchronize();
  printf("inclusive %d %d %d ... %d\n", scanned[0], scanned[1], scanned[2], scanned[n - 1]);
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveScan(s, b, in, scanned, CustomMin(), 77, n); });
  cudaDeviceSynchronize();
  printf("running minimum %d %d %d ... %d\n", scanned[0], scanned[1], scanned[2], scanned[n - 1]);

  const int segments = 3;
  int *offsets, *sums;
  cudaMallocManaged(&offsets, (segments + 1) * sizeof(int));
  cudaMallocManaged(&sums, segments * sizeof(int));
  offsets[0] = 0, offsets[1] = 10, offsets[2] = 10, offsets[3] = 500;
  run([&](void* s, size_t& b) {
    return cub::DeviceSegmentedReduce::Sum(s, b, in, sums, segments, offsets, offsets + 1);
  });
  cudaDeviceSynchronize();
  printf("segments %d %d %d\n", sums[0], sums[1], sums[2]);

  int *keys, *unique, *totals, *runs;
  cudaMallocManaged(&keys, 8 * sizeof(int));
  cudaMallocManaged(&unique, 8 * sizeof(int));
  cudaMallocManaged(&totals, 8 * sizeof(int));
  cudaMallocManaged(&runs, sizeof(int));
  const int some[8] = {0, 2, 2, 9, 5, 5, 5, 8};
  for (int i = 0; i < 8; ++i) keys[i] = some[i];
  run([&](void* s, size_t& b) {
    return cub::DeviceReduce::ReduceByKey(s, b, keys, unique, in, totals, runs, CustomMin(), 8);
  });
  cudaDeviceSynchronize();
  printf("%d runs:", *runs);
  for (int i = 0; i < *runs; ++i) printf(" %d:%d", unique[i], totals[i]);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
