// options: --extended-lambda
// CUB's device-wide loops, transformations, segments, merges, differences, extrema and iterators.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/std/tuple>

template <class Call>
void run(Call call) {
  void* storage = nullptr;
  size_t bytes = 0;
  call(storage, bytes);
  cudaMalloc(&storage, bytes);
  if (call(storage, bytes) != cudaSuccess) printf("failed\n");
  cudaDeviceSynchronize();
  cudaFree(storage);
}
template <class T>
T* managed(int n) {
  T* pointer;
  cudaMallocManaged(&pointer, n * sizeof(T));
  return pointer;
}
void print(const char* what, const int* values, int count) {
  printf("%-9s", what);
  for (int i = 0; i < count; ++i) printf(" %d", values[i]);
  printf("\n");
}
struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

int main() {
  const int n = 12;
  int *in = managed<int>(n), *other = managed<int>(n), *out = managed<int>(2 * n), *values = managed<int>(2 * n);
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 7 + 3) % 11;
    other[i] = i;
  }
  cub::DeviceFor::Bulk(n, [out] __device__(int i) { out[i] = i * 10; });
  cub::DeviceFor::ForEachN(out, n / 2, [] __device__(int& x) { ++x; });
  cudaDeviceSynchronize();
  print("for", out, n);
  cub::DeviceTransform::Transform(cuda::std::make_tuple(in, other), out, n,
                                  [] __device__(int a, int b) { return a * 100 + b; });
  cudaDeviceSynchronize();
  print("transform", out, n);

  int* offsets = managed<int>(4);
  offsets[0] = 0, offsets[1] = 5, offsets[2] = 5, offsets[3] = n;
  run([&](void* s, size_t& b) {
    return cub::DeviceSegmentedSort::SortKeys(s, b, in, out, n, 3, offsets, offsets + 1);
  });
  print("segments", out, n);
  run([&](void* s, size_t& b) {
    return cub::DeviceSegmentedRadixSort::SortPairsDescending(s, b, in, out, other, values, n, 3, offsets, offsets + 1);
  });
  print("pairs", out, n);
  print("", values, n);
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n); });
  run([&](void* s, size_t& b) { return cub::DeviceMerge::MergeKeys(s, b, out, n, other, n, values); });
  print("merge", values, 2 * n);
  run([&](void* s, size_t& b) {
    return cub::DeviceAdjacentDifference::SubtractLeftCopy(s, b, in, out, n, cuda::std::minus<>());
  });
  print("difference", out, n);

  int* keys = managed<int>(n);
  for (int i = 0; i < n; ++i) keys[i] = i / 5;
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveSumByKey(s, b, keys, in, out, n); });
  print("by key", out, n);
  run([&](void* s, size_t& b) {
    return cub::DeviceScan::InclusiveScanByKey(s, b, keys, in, out, cuda::maximum<>(), n);
  });
  print("greatest", out, n);

  long long* index = managed<long long>(1);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::ArgMax(s, b, in, out, index, n); });
  printf("greatest %d at %lld\n", out[0], *index);
  auto squares = thrust::make_transform_iterator(thrust::make_counting_iterator(1), Square());
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, squares, out, 100); });
  printf("squares %d\n", out[0]);
  run([&](void* s, size_t& b) {
    return cub::DeviceReduce::TransformReduce(s, b, in, out, n, cuda::std::plus<>(), Square(), 0);
  });
  printf("of these %d\n", out[0]);

  unsigned char* bytes = managed<unsigned char>(1000);
  for (int i = 0; i < 1000; ++i) bytes[i] = 200;
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, bytes, out, 1000); });
  printf("bytes %d\n", out[0]);
  using Pair = cub::KeyValuePair<int, int>;
  Pair* least = managed<Pair>(3);
  run([&](void* s, size_t& b) {
    return cub::DeviceSegmentedReduce::ArgMin(s, b, in, least, 1, offsets + 2, offsets + 3);
  });
  printf("least %d at %d\n", least[0].value, least[0].key);
  int *first = managed<int>(n), *second = managed<int>(n), *rest = managed<int>(n), *counts = managed<int>(2);
  run([&](void* s, size_t& b) {
    return cub::DevicePartition::If(
        s, b, in, first, second, rest, counts, n, [] __device__(int x) { return x < 4; },
        [] __device__(int x) { return x > 7; });
  });
  print("small", first, counts[0]);
  print("large", second, counts[1]);
  print("rest", rest, n - counts[0] - counts[1]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
