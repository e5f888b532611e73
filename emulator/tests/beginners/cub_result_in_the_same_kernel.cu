// A kernel starts a reduction of CUB and reads its result at once: the reduction is a grid of its own.
//? plain
#include <cstdio>
#include <cub/cub.cuh>
__global__ void mean(const int* v, int n, int* sum, float* result, unsigned char* temp, size_t bytes) {
  cub::DeviceReduce::Sum(temp, bytes, v, sum, n);
  *result = static_cast<float>(*sum) / n;  //~ starts a grid, for which a kernel cannot wait
}
int main() {
  const int n = 1000;
  int h[n], *v, *sum;
  float *result, r;
  unsigned char* temp;
  size_t bytes = 0;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&v, sizeof(h));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaMalloc(&result, sizeof(float));
  cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice);
  cub::DeviceReduce::Sum(nullptr, bytes, v, sum, n);
  cudaMalloc(&temp, bytes);
  mean<<<1, 1>>>(v, n, sum, result, temp, bytes);
  cudaMemcpy(&r, result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", r);
  cudaFree(v);
  cudaFree(sum);
  cudaFree(result);
  cudaFree(temp);
}
