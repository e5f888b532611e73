// Sorting: odd-even transposition, a merge sort in passes, a radix sort by bits with a scan, a counting sort.
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void odd_even(int* a, int n, int phase) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
  if (i + 1 < n && a[i] > a[i + 1]) {
    const int t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
}
__global__ void merge_pass(const int* from, int* to, int n, int width) {
  const int start = 2 * width * (blockIdx.x * blockDim.x + threadIdx.x);
  if (start >= n) return;
  const int middle = min(start + width, n), end = min(start + 2 * width, n);
  int i = start, j = middle;
  for (int k = start; k < end; ++k) to[k] = i < middle && (j >= end || from[i] <= from[j]) ? from[i++] : from[j++];
}
__global__ void split_by_bit(const unsigned* from, unsigned* to, int n, int bit) {  // one block, stable
  extern __shared__ int zeros_before[];
  const int t = threadIdx.x;
  const int is_zero = t < n && !(from[t] >> bit & 1);
  zeros_before[t] = is_zero;
  __syncthreads();
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    const int v = t >= offset ? zeros_before[t - offset] : 0;
    __syncthreads();
    zeros_before[t] += v;
    __syncthreads();
  }
  if (t >= n) return;
  const int zeros = zeros_before[n - 1], before = zeros_before[t] - is_zero;
  to[is_zero ? before : zeros + t - before] = from[t];
}
__global__ void count(const int* in, int n, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[in[i]], 1);
}
__global__ void place(const int* counts, int range, int* out) {
  const int value = threadIdx.x;
  if (value >= range) return;
  int begin = 0;
  for (int v = 0; v < value; ++v) begin += counts[v];
  for (int k = 0; k < counts[value]; ++k) out[begin + k] = value;
}

int main() {
  const int n = 500;
  int *a, *b, *counts;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  cudaMallocManaged(&counts, 64 * sizeof(int));
  std::vector<int> original(n), sorted;
  for (int i = 0; i < n; ++i) original[i] = (i * 7919 + 13) % 1009;
  sorted = original;
  std::sort(sorted.begin(), sorted.end());
  const auto check = [&](const char* name, const int* result) {
    cudaDeviceSynchronize();
    printf("%-20s %s\n", name, std::equal(sorted.begin(), sorted.end(), result) ? "sorted" : "NOT SORTED");
  };
  std::copy(original.begin(), original.end(), a);
  for (int phase = 0; phase < n; ++phase) odd_even<<<(n / 2 + 127) / 128, 128>>>(a, n, phase % 2);
  check("odd-even", a);
  std::copy(original.begin(), original.end(), a);
  for (int width = 1; width < n; width *= 2) {
    merge_pass<<<(n / (2 * width) + 64) / 64, 64>>>(a, b, n, width);
    std::swap(a, b);
  }
  check("merge", a);
  std::copy(original.begin(), original.end(), a);
  for (int bit = 0; bit < 10; ++bit) {
    split_by_bit<<<1, 512, 512 * sizeof(int)>>>((unsigned*)a, (unsigned*)b, n, bit);
    std::swap(a, b);
  }
  check("radix", a);
  for (int i = 0; i < n; ++i) a[i] = original[i] % 50;
  for (int& v : sorted) v = 0;
  std::copy(a, a + n, sorted.begin());
  std::sort(sorted.begin(), sorted.end());
  cudaMemset(counts, 0, 64 * sizeof(int));
  count<<<4, 128>>>(a, n, counts);
  place<<<1, 64>>>(counts, 50, b);
  check("counting", b);
}
