// Thrust with device pointers in function objects, maxima whose start is one of the values, and raw pointers with a
// policy.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>

struct Lookup {
  const float* table;
  long count;
  __host__ __device__ float operator()(int i) const { return table[i % count]; }
};
int main() {
  thrust::device_vector<float> table(4, 2.0f), out(100);
  thrust::device_vector<int> index(100, 3);
  thrust::transform(index.begin(), index.end(), out.begin(), Lookup{thrust::raw_pointer_cast(table.data()), 4});
  const float factor = 3;
  thrust::transform(out.begin(), out.end(), out.begin(), [=] __device__(float x) { return x * factor; });
  const int largest = thrust::reduce(index.begin(), index.end(), 0, thrust::maximum<int>());
  thrust::device_vector<int> counts(50, 0);
  const int none = thrust::reduce(counts.begin(), counts.end(), 0, thrust::maximum<int>());
  thrust::device_vector<int> mixed(50, -1);
  mixed[7] = 1;
  const int sum = thrust::reduce(mixed.begin(), mixed.begin() + 8, 6);
  int *raw, host[3] = {3, 1, 2};
  if (cudaMalloc(&raw, sizeof host) || cudaMemcpy(raw, host, sizeof host, cudaMemcpyHostToDevice)) return 3;
  thrust::sort(thrust::device, raw, raw + 3);
  thrust::sort(thrust::host, host, host + 3);
  if (cudaMemcpy(host, raw, sizeof host, cudaMemcpyDeviceToHost)) return 3;
  const float first = out[0];
  std::printf("%.0f %d %d %d %d\n", first, largest, none, sum, host[0]);
  cudaFree(raw);
  return 0;
}
