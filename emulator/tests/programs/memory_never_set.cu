// Counters and flags that a program does not initialise: memory that a new process has never used is zero.
#include <cstdio>
#include <vector>

constexpr int n = 1000, bins = 10;

__global__ void count(const int* values, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[values[i] % bins], 1);
}

// A thread that finds the value stores where it is, unless another thread has done so already.
__global__ void find(const int* values, int wanted, bool* found, int* place) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && !*found && values[i] == wanted) {
    *found = true;
    *place = i;
  }
}

// Skips the last elements.
__global__ void double_most(const int* values, float* doubled) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 200) doubled[i] = 2.0f * values[i];
}

int main() {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[i] = (i * 37) % n;
  int *d_values, *d_counts, *d_place;
  bool* d_found;
  float* d_doubled;
  cudaMalloc(&d_values, n * sizeof(int));
  cudaMalloc(&d_counts, bins * sizeof(int));
  cudaMalloc(&d_place, sizeof(int));
  cudaMalloc(&d_found, sizeof(bool));
  cudaMalloc(&d_doubled, n * sizeof(float));
  cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  count<<<4, 256>>>(d_values, d_counts);
  find<<<4, 256>>>(d_values, 999, d_found, d_place);
  double_most<<<4, 256>>>(d_values, d_doubled);

  int counts[bins], place;
  bool found;
  std::vector<float> doubled(n);
  cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
  cudaMemcpy(&place, d_place, sizeof place, cudaMemcpyDeviceToHost);
  cudaMemcpy(doubled.data(), d_doubled, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < bins; ++i) printf("%d ", counts[i]);
  double sum = 0;
  for (const float x : doubled) sum += x;
  printf("\n%s at %d\nsum %.1f, last %.1f\n", found ? "found" : "not found", place, sum, doubled[n - 1]);
  cudaFree(d_values);
  cudaFree(d_counts);
  cudaFree(d_place);
  cudaFree(d_found);
  cudaFree(d_doubled);
}
