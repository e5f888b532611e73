// CUB's radix sorts: keys of several types, pairs, descending order, some of the bits, and double buffers.
#include <cstdio>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

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

struct ByLastDigit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

int main() {
  const int n = 3000;
  unsigned state = 99;
  auto next = [&] { return state = state * 1664525u + 1013904223u; };

  float *floats = managed<float>(n), *sorted = managed<float>(n);
  for (int i = 0; i < n; ++i) floats[i] = (static_cast<int>(next() >> 8) - (1 << 23)) / 1024.0f;
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, floats, sorted, n); });
  printf("floats %.4f %.4f ... %.4f\n", sorted[0], sorted[1], sorted[n - 1]);

  unsigned *keys = managed<unsigned>(n), *keys_out = managed<unsigned>(n);
  int *values = managed<int>(n), *values_out = managed<int>(n);
  for (int i = 0; i < n; ++i) {
    keys[i] = next() >> 20;
    values[i] = i;
  }
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairs(s, b, keys, keys_out, values, values_out, n); });
  for (int i = 0; i < n; i += 600) printf(" %u:%d", keys_out[i], values_out[i]);
  printf("\n");
  run([&](void* s, size_t& b) {
    return cub::DeviceRadixSort::SortPairsDescending(s, b, keys, keys_out, values, values_out, n);
  });
  for (int i = 0; i < n; i += 600) printf(" %u:%d", keys_out[i], values_out[i]);
  printf("\n");
  run([&](void* s, size_t& b) {
    return cub::DeviceRadixSort::SortPairs(s, b, keys, keys_out, values, values_out, n, 4, 8);
  });
  for (int i = 0; i < n; i += 600) printf(" %u:%d", keys_out[i] >> 4 & 15, values_out[i]);
  printf("\n");

  long long *wide = managed<long long>(n), *wide_out = managed<long long>(n);
  for (int i = 0; i < n; ++i) wide[i] = static_cast<long long>(static_cast<int>(next())) * (1 << 20);
  cub::DoubleBuffer<long long> buffers(wide, wide_out);
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeysDescending(s, b, buffers, n); });
  printf("%lld ... %lld\n", buffers.Current()[0], buffers.Current()[n - 1]);

  run([&](void* s, size_t& b) { return cub::DeviceMergeSort::StableSortKeys(s, b, values, n, ByLastDigit()); });
  printf("%d %d %d ... %d\n", values[0], values[1], values[300], values[n - 1]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
