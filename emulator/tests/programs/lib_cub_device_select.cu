// CUB's device-wide selections, partitions, run lengths and histograms.
#include <cstdio>
#include <cub/cub.cuh>

struct LessThan {
  int limit;
  __host__ __device__ bool operator()(const int& x) const { return x < limit; }
};

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

void print(const char* what, const int* values, int count) {
  printf("%-10s", what);
  for (int i = 0; i < count; ++i) printf(" %d", values[i]);
  printf("\n");
}

int main() {
  int *in, *out, *count, *lengths, *histogram;
  char* flags;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&out, 1000 * sizeof(int));
  cudaMallocManaged(&lengths, 1000 * sizeof(int));
  cudaMallocManaged(&histogram, 16 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  cudaMallocManaged(&flags, 1000);
  const int some[12] = {0, 2, 2, 9, 5, 5, 5, 8, 1, 1, 7, 3};
  for (int i = 0; i < 12; ++i) {
    in[i] = some[i];
    flags[i] = i % 3 == 0;
  }
  run([&](void* s, size_t& b) { return cub::DeviceSelect::If(s, b, in, out, count, 12, LessThan{5}); });
  print("if", out, *count);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::Flagged(s, b, in, flags, out, count, 12); });
  print("flagged", out, *count);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::Unique(s, b, in, out, count, 12); });
  print("unique", out, *count);
  run([&](void* s, size_t& b) { return cub::DevicePartition::If(s, b, in, out, count, 12, LessThan{5}); });
  print("partition", out, 12);
  run([&](void* s, size_t& b) { return cub::DeviceRunLengthEncode::Encode(s, b, in, out, lengths, count, 12); });
  print("runs", out, *count);
  print("lengths", lengths, *count);
  run([&](void* s, size_t& b) {
    return cub::DeviceRunLengthEncode::NonTrivialRuns(s, b, in, out, lengths, count, 12);
  });
  print("starts", out, *count);
  print("lengths", lengths, *count);

  for (int i = 0; i < 1000; ++i) in[i] = i * i % 211;
  run([&](void* s, size_t& b) { return cub::DeviceHistogram::HistogramEven(s, b, in, histogram, 9, 10, 170, 1000); });
  print("even", histogram, 8);
  float *samples, *levels;
  cudaMallocManaged(&samples, 1000 * sizeof(float));
  cudaMallocManaged(&levels, 5 * sizeof(float));
  for (int i = 0; i < 1000; ++i) samples[i] = in[i] / 16.0f;
  const float bounds[5] = {0.0f, 1.0f, 4.0f, 6.5f, 12.0f};
  for (int i = 0; i < 5; ++i) levels[i] = bounds[i];
  run([&](void* s, size_t& b) {
    return cub::DeviceHistogram::HistogramRange(s, b, samples, histogram, 5, levels, 1000);
  });
  print("range", histogram, 4);
  run([&](void* s, size_t& b) {
    return cub::DeviceHistogram::HistogramEven(s, b, samples, histogram, 8, 0.0f, 14.0f, 1000);
  });
  print("even", histogram, 7);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
