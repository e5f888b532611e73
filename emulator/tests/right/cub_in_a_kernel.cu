// A kernel fills an array by a child grid, lets CUB sort and add it, and a later child grid prints the sum and the
// least: all are work of its stream, in this order.
#include <cstdio>
#include <cub/cub.cuh>
__global__ void fill(int* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = (i * 37 + 11) % n;
}
__global__ void show(const int* sorted, const int* sum) {
  printf("least %d, sum %d\n", sorted[0], *sum);
}
__global__ void parent(int* v, int* sorted, int* sum, int n, unsigned char* temp, size_t bytes) {
  fill<<<(n + 127) / 128, 128>>>(v, n);
  if (cub::DeviceRadixSort::SortKeys(temp, bytes, v, sorted, n)) printf("not sorted\n");
  if (cub::DeviceReduce::Sum(temp, bytes, sorted, sum, n)) printf("not added\n");
  show<<<1, 1>>>(sorted, sum);
}
int main() {
  const int n = 1000;
  int *v, *sorted, *sum;
  unsigned char* temp;
  size_t bytes = 0, more = 0;
  if (cudaMalloc(&v, n * sizeof(int)) || cudaMalloc(&sorted, n * sizeof(int)) || cudaMalloc(&sum, sizeof(int)))
    return 3;
  if (cub::DeviceRadixSort::SortKeys(nullptr, bytes, v, sorted, n)) return 3;
  if (cub::DeviceReduce::Sum(nullptr, more, sorted, sum, n)) return 3;
  if (more > bytes) bytes = more;
  if (cudaMalloc(&temp, bytes)) return 3;
  parent<<<1, 1>>>(v, sorted, sum, n, temp, bytes);
  if (cudaDeviceSynchronize()) return 3;
  cudaFree(v);
  cudaFree(sorted);
  cudaFree(sum);
  cudaFree(temp);
}
