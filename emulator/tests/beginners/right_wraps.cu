// Numbers that wrap on purpose, bits of floats chosen by their sign, a smallest value that is 0, a sample of results.
//? silent
#include <climits>
#include <cstdio>
#include <vector>
__device__ void atomicMaxFloat(float* address, float value) {
  if (value >= 0)
    atomicMax((int*)address, __float_as_int(value));
  else
    atomicMin((unsigned*)address, __float_as_uint(value));
}
__global__ void mix(const float* x, int* hashes, int* smallest, float* largest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int h = 17;
  for (int k = 0; k < 8; k++) h = h * 31 + (i + k);
  int seed = i;
  seed = seed * 1103515245 + 12345;
  hashes[i] = h ^ seed;
  atomicMin(smallest, i);
  atomicMaxFloat(largest, x[i]);
}
int main() {
  const int n = 1000;
  std::vector<float> x(n);
  for (int i = 0; i < n; i++) x[i] = -3.0f - i;
  int first, start = INT_MAX, *hashes, *smallest;
  float *d_x, *largest, low = -1e30f;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&hashes, n * sizeof(int));
  cudaMalloc(&smallest, sizeof(int));
  cudaMalloc(&largest, sizeof(float));
  cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(smallest, &start, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(largest, &low, sizeof(float), cudaMemcpyHostToDevice);
  mix<<<(n + 255) / 256, 256>>>(d_x, hashes, smallest, largest, n);
  cudaMemcpy(&first, hashes, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&start, smallest, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&low, largest, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%d %f %s\n", start, low, first != 0 ? "mixed" : "0");
  cudaFree(d_x), cudaFree(hashes), cudaFree(smallest), cudaFree(largest);
  return start == 0 && low == -3.0f ? 0 : 1;
}
