// CUB and Thrust with all that they allow: in place, parts of arrays, selections into short outputs, managed memory,
// iterators without memory, storage that is larger than needed.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

struct Tenth {
  __host__ __device__ bool operator()(int x) const { return x % 10 == 0; }
};

int main() {
  const int n = 20000;
  int *a, *b, *tenth, *count;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&tenth, n / 10 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = n - 1 - i;
  void* storage = nullptr;
  size_t bytes = 0, most = 0;
  cub::DeviceRadixSort::SortKeys(nullptr, bytes, a, b, n);
  most = bytes;
  cub::DeviceScan::InclusiveSum(nullptr, bytes, a, n);
  most = bytes > most ? bytes : most;
  cub::DeviceSelect::If(nullptr, bytes, b, tenth, count, n, Tenth());
  most = bytes > most ? bytes : most;
  cudaMalloc(&storage, most);
  cub::DeviceRadixSort::SortKeys(storage, most, a, b, n);
  cub::DeviceSelect::If(storage, most, b, tenth, count, n, Tenth());
  cudaDeviceSynchronize();
  const int selected = *count;
  cub::DeviceScan::InclusiveSum(storage, most, tenth, selected);
  cub::DeviceReduce::Max(storage, most, tenth, count, selected);
  cudaDeviceSynchronize();
  const int last = *count;
  cub::DeviceReduce::Sum(storage, most, a + n / 2, count, n / 2);
  cudaDeviceSynchronize();
  const int half = *count;
  cub::DoubleBuffer<int> keys(a, b);
  cub::DeviceRadixSort::SortKeys(storage, most, keys, n);
  cub::DeviceReduce::Sum(storage, most, cub::CountingInputIterator<int>(1), count, 100);
  cudaDeviceSynchronize();

  thrust::device_vector<int> v(100, 1), w(50);
  thrust::transform(v.begin(), v.begin() + 50, w.begin(), w.begin(), thrust::plus<int>());
  thrust::transform(v.begin(), v.end(), thrust::counting_iterator<int>(0), v.begin(), thrust::plus<int>());
  thrust::copy_if(v.begin(), v.end(), w.begin(), Tenth());
  thrust::sort_by_key(w.begin(), w.end(), v.begin() + 50);
  const int product = thrust::inner_product(w.begin(), w.end(), thrust::constant_iterator<int>(2), 0);
  thrust::host_vector<int> back(50);
  thrust::copy(w.begin(), w.end(), back.begin());
  std::vector<int> plain(3, 2);
  thrust::sort(thrust::host, plain.begin(), plain.end());
  std::printf("%d %d %d %d %d %d\n", selected, last, half, *count, product, back[49]);
  cudaFree(storage);
  cudaFree(a);
  cudaFree(b);
  cudaFree(tenth);
  cudaFree(count);
}
