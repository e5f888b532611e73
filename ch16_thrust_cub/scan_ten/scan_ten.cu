// nvcc scan_ten.cu && ./a.out
// The running sums of 1 to 10, three ways: Thrust with a container, Thrust with pointers, CUB with scratch memory of
// the caller. All of them come with the CUDA toolkit, as headers: there is nothing to link.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <cstdio>
#include <cstdlib>
#include <cub/device/device_scan.cuh>
#include <exception>
#include <functional>
#include <numeric>
#include <vector>

// For CUDA's calls and CUB's: both return a cudaError_t. Thrust throws instead.
void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(3);
}

// Prints sums, and returns whether they are the expected ones.
bool show(const char* title, const std::vector<int>& sums, const std::vector<int>& expected) {
  std::printf("%-28s", title);
  for (const int sum : sums) std::printf(" %d", sum);
  std::printf("%s\n", sums == expected ? "" : "   WRONG");
  return sums == expected;
}

std::vector<int> to_host(const int* device, int n) {
  std::vector<int> host(n);
  check(cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost), "cudaMemcpy");
  return host;
}

int run() {
  const std::vector<int> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const int n = static_cast<int>(x.size()), few = 6;
  std::vector<int> sums(n), before(n), products(n), host(n);
  std::partial_sum(x.begin(), x.end(), sums.begin());
  for (int i = 1; i < n; ++i) before[i] = sums[i - 1];
  std::partial_sum(x.begin(), x.end(), products.begin(), std::multiplies<int>());
  bool right = true;

  // A device_vector owns device memory and is filled by assignment. Its iterators tell Thrust to work on the device.
  const thrust::device_vector<int> v = x;
  thrust::device_vector<int> w(n);
  thrust::inclusive_scan(v.begin(), v.end(), w.begin());
  thrust::copy(w.begin(), w.end(), host.begin());
  right &= show("Thrust, device_vector:", host, sums);

  // w[n - 1] is not an int but a proxy: the conversion copies this one element to the host, and waits for it.
  const int last = w[n - 1];
  std::printf("%-28s %d\n", "  its last element:", last);
  right &= last == sums.back();

  // A pointer does not show which memory it is in, so an execution policy does: thrust::device or thrust::host.
  int *d_x, *d_y;
  check(cudaMalloc(&d_x, n * sizeof(int)), "cudaMalloc");
  check(cudaMalloc(&d_y, n * sizeof(int)), "cudaMalloc");
  check(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice), "cudaMemcpy");
  thrust::inclusive_scan(thrust::device, d_x, d_x + n, d_y);
  right &= show("Thrust, pointers:", to_host(d_y, n), sums);
  thrust::exclusive_scan(thrust::device, d_x, d_x + n, d_y);
  right &= show("  exclusive:", to_host(d_y, n), before);
  thrust::inclusive_scan(thrust::device, d_x, d_x + few, d_y, thrust::multiplies<int>());
  right &= show("  products:", to_host(d_y, few), std::vector<int>(products.begin(), products.begin() + few));

  // CUB allocates nothing. Called without memory it returns the size that it needs; the second call does the work.
  void* scratch = nullptr;
  std::size_t bytes = 0;
  check(cub::DeviceScan::InclusiveSum(scratch, bytes, d_x, d_y, n), "how much memory InclusiveSum needs");
  check(cudaMalloc(&scratch, bytes), "cudaMalloc");
  check(cudaMemset(d_y, 0, n * sizeof(int)), "cudaMemset");
  check(cub::DeviceScan::InclusiveSum(scratch, bytes, d_x, d_y, n), "InclusiveSum");
  right &= show("CUB, two calls:", to_host(d_y, n), sums);
  for (void* memory : {scratch, static_cast<void*>(d_x), static_cast<void*>(d_y)}) check(cudaFree(memory), "cudaFree");
  return right ? 0 : 1;
}

int main() try {
  return run();
} catch (const std::exception& error) {  // Thrust's errors: thrust::system_error, std::bad_alloc
  std::fprintf(stderr, "%s\n", error.what());
  return 3;
}
