// Copies that fill arrays of the host: whole, in parts, grown by realloc and push_back, and used again.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

int main() {
  const int n = 1000;
  thrust::device_vector<int> x(n);
  thrust::sequence(x.begin(), x.end());
  const int* device = thrust::raw_pointer_cast(x.data());
  thrust::host_vector<int> all(n), back(n), sums(n);
  thrust::copy(x.begin(), x.end(), all.begin());
  thrust::copy(x.begin() + n / 2, x.end(), all.begin() + n / 2);
  thrust::copy(all.rbegin(), all.rend(), back.begin());
  thrust::transform(all.begin(), all.end(), back.begin(), sums.begin(), thrust::plus<int>());
  int* grown = static_cast<int*>(std::malloc(10 * sizeof(int)));
  grown = static_cast<int*>(std::realloc(grown, n * sizeof(int)));
  cudaMemcpy(grown, device, n * sizeof(int), cudaMemcpyDeviceToHost);
  int* zeros = static_cast<int*>(std::calloc(n, sizeof(int)));
  cudaMemcpy(zeros, device, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::vector<int> pushed;
  for (int i = 0; i < n; ++i) pushed.push_back(i);
  cudaMemcpy(pushed.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 1; i <= 100; ++i) {  // one array's memory becomes another's
    std::vector<int> part(i);
    cudaMemcpy(part.data(), device, i * sizeof(int), cudaMemcpyDeviceToHost);
    sum += part[i - 1];
  }
  std::printf("%d %d %d %d %d\n", sums[0], grown[n - 1], zeros[n - 1], pushed[n - 1], sum);
  std::free(grown);
  std::free(zeros);
}
