// A recursive sum over a list.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>
__device__ long long sumFrom(const int* list, int i, int n) {
  if (i == n) return 0;
  int here = list[i];
  long long rest = sumFrom(list, i + 1, n);  //~ the recursion is too deep
  return here + rest * 3 % 1000003;
}
__global__ void sum(const int* list, long long* result, int n) {
  *result = sumFrom(list, 0, n);
}
int main() {
  const int n = 100000;
  std::vector<int> list(n, 2);
  int* d_list;
  long long *d_result, result = 0;
  cudaMalloc(&d_list, n * sizeof(int));
  cudaMalloc(&d_result, sizeof(result));
  cudaMemcpy(d_list, list.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(d_list, d_result, n);
  cudaMemcpy(&result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
  printf("%lld\n", result);
  cudaFree(d_list);
  cudaFree(d_result);
}
