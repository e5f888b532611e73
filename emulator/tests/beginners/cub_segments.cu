// What CUB's segmented calls, merges, stable sorts and histograms get: arrays that are too short, offsets without the
// last one, outputs in inputs.
#include <cub/cub.cuh>
#include <vector>

struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
template <class T>
T* zeros(int n) {
  T* p;
  cudaMalloc(&p, n * sizeof(T));
  cudaMemset(p, 0, n * sizeof(T));
  return p;
}

int main() {
  const int n = 20000, segments = 100;
  int *a = zeros<int>(n), *b = zeros<int>(n), *shorter = zeros<int>(n - 100), *both = zeros<int>(2 * n - 1);
  int *offsets = zeros<int>(segments + 1), *sums = zeros<int>(segments - 1), *bins = zeros<int>(256);
  std::vector<int> begins(segments + 1);
  for (int s = 0; s <= segments; ++s) begins[s] = s * n / segments;
  cudaMemcpy(offsets, begins.data(), begins.size() * sizeof(int), cudaMemcpyHostToDevice);
  char* st = zeros<char>(1 << 20);
  size_t bytes = 1 << 20;
  const int *from = offsets, *to = offsets + 1;
  using Reduce = cub::DeviceSegmentedReduce;
  using Sort = cub::DeviceSegmentedSort;
  using RadixSort = cub::DeviceSegmentedRadixSort;
  using Histogram = cub::DeviceHistogram;
  Reduce::Sum(st, bytes, a, sums, segments, from, to);                 //~ writes 4 bytes past the end
  Reduce::Sum(st, bytes, a, b, segments + 1, from, to);                //~ reads 4 bytes past the end
  Reduce::Max(st, bytes, shorter, b, segments, from, to);              //~ reads 400 bytes past the end
  Sort::SortKeys(st, bytes, a, shorter, n, segments, from, to);        //~ writes 400 bytes past the end
  RadixSort::SortKeys(st, bytes, a, a, n, segments, from, to);         //~ ranges that overlap
  cub::DeviceMergeSort::SortKeys(st, bytes, shorter, n, Less());       //~ reads 400 bytes past the end
  cub::DeviceMerge::MergeKeys(st, bytes, a, n, b, n, both);            //~ writes 4 bytes past the end
  Histogram::HistogramEven(st, bytes, a, bins, 258, 0, 257, n);        //~ writes 4 bytes past the end
  Histogram::HistogramEven(st, bytes, shorter, bins, 257, 0, 256, n);  //~ reads 400 bytes past the end
  cub::DeviceScan::InclusiveSumByKey(st, bytes, a, b, shorter, n);     //~ writes 400 bytes past the end
  cudaDeviceSynchronize();
  cudaDeviceReset();
}
