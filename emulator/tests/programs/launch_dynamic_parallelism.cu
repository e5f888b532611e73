// Kernels that launch kernels: a quicksort in which child grids sort the parts, and a recursive subdivision.
#include <cstdio>

__device__ void selection_sort(int* data, int left, int right) {
  for (int i = left; i <= right; ++i) {
    int smallest = i;
    for (int j = i + 1; j <= right; ++j) {
      if (data[j] < data[smallest]) smallest = j;
    }
    const int t = data[i];
    data[i] = data[smallest];
    data[smallest] = t;
  }
}
__global__ void quicksort(int* data, int left, int right, int depth) {
  if (depth >= 10 || right - left <= 8) {
    selection_sort(data, left, right);
    return;
  }
  int *l = data + left, *r = data + right;
  const int pivot = data[(left + right) / 2];
  while (l <= r) {
    while (*l < pivot) ++l;
    while (*r > pivot) --r;
    if (l <= r) {
      const int t = *l;
      *l++ = *r;
      *r-- = t;
    }
  }
  if (left < r - data) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(data, left, r - data, depth + 1);
    cudaStreamDestroy(stream);
  }
  if (l - data < right) quicksort<<<1, 1>>>(data, l - data, right, depth + 1);
}
__global__ void fill(int* data, int value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value;
}
__global__ void subdivide(int* data, int n) {  // each thread launches a child grid for its quarter
  const int quarter = n / 4;
  fill<<<(quarter + 31) / 32, 32>>>(data + threadIdx.x * quarter, threadIdx.x + 1, quarter);
}

int main() {
  const int n = 500;
  int* data;
  cudaMallocManaged(&data, n * sizeof(int));
  unsigned state = 7;
  long long sum = 0;
  for (int i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    data[i] = state >> 20;
    sum += data[i];
  }
  quicksort<<<1, 1>>>(data, 0, n - 1, 0);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int unordered = 0;
  for (int i = 1; i < n; ++i) unordered += data[i - 1] > data[i];
  for (int i = 0; i < n; ++i) sum -= data[i];
  printf("%d out of order, sum differs by %lld, smallest %d, largest %d\n", unordered, sum, data[0], data[n - 1]);
  subdivide<<<1, 4>>>(data, 400);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", data[0], data[199], data[200], data[399]);
  cudaFree(data);
}
