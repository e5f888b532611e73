// CUB's segmented calls, merges, stable sorts and histograms with all that they allow: offsets that are begins and ends
// at once, empty segments, one input for both sides of a merge, in place, rows of an image, iterators without memory.
#include <thrust/iterator/counting_iterator.h>

#include <cstdio>
#include <cub/cub.cuh>

struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};

int main() {
  const int n = 20000, segments = 5;
  int *a, *b, *twice, *offsets, *sums, *bins;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  cudaMallocManaged(&twice, 2 * n * sizeof(int));
  cudaMallocManaged(&offsets, (segments + 1) * sizeof(int));
  cudaMallocManaged(&sums, segments * sizeof(int));
  cudaMallocManaged(&bins, 10 * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = (n - i) % 10, b[i] = 0;
  // The last segment is empty, and would begin far behind the end.
  const int begins[] = {0, 5, 5, 10000, n, n};
  for (int s = 0; s <= segments; ++s) offsets[s] = begins[s];
  void* storage = nullptr;
  size_t bytes = 1 << 20;
  cudaMalloc(&storage, bytes);
  using Segmented = cub::DeviceSegmentedReduce;
  Segmented::Sum(storage, bytes, a, sums, segments, offsets, offsets + 1);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3], sums[4]);
  Segmented::Sum(storage, bytes, thrust::counting_iterator<int>(0), sums, 2, offsets, offsets + 1);
  cub::DeviceSegmentedSort::SortKeys(storage, bytes, a, b, n, segments, offsets, offsets + 1);
  cub::DeviceMergeSort::SortKeys(storage, bytes, b, n, Less());
  cub::DeviceMerge::MergeKeys(storage, bytes, b, n, b, n, twice);
  cub::DeviceScan::InclusiveSumByKey(storage, bytes, b, a, a, n);
  // Rows of 90 samples, 100 apart, the last of which ends with the array.
  cub::DeviceHistogram::HistogramEven(storage, bytes, b + 10, bins, 11, 0, 10, 90, n / 100, 100 * sizeof(int));
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d\n", sums[0], b[n - 1], twice[2 * n - 1], bins[9]);
  cudaFree(storage);
  for (int* p : {a, b, twice, offsets, sums, bins}) cudaFree(p);
}
