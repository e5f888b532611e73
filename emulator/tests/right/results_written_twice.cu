// A default is written first, and some threads overwrite it; a guess on the host is replaced the same way.
#include <cstdio>
__global__ void classify(const float* x, int* kind, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  kind[i] = 0;
  if (x[i] > 1.0f) kind[i] = 1;
  if (x[i] > 2.0f) kind[i] = 2;
}
int main() {
  const int n = 300;
  float x[n], *dx;
  int kind[n] = {-1}, *d_kind;
  for (int i = 0; i < n; ++i) x[i] = 0.01f * i;
  if (cudaMalloc(&dx, sizeof x) != cudaSuccess || cudaMalloc(&d_kind, sizeof kind) != cudaSuccess) return 3;
  if (cudaMemset(d_kind, 0xFF, sizeof kind) != cudaSuccess) return 3;
  if (cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  classify<<<3, 128>>>(dx, d_kind, n);
  if (cudaMemcpy(kind, d_kind, sizeof kind, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%d %d %d\n", kind[10], kind[150], kind[299]);
  if (cudaFree(dx) != cudaSuccess || cudaFree(d_kind) != cudaSuccess) return 3;
  return kind[10] != 0 || kind[150] != 1 || kind[299] != 2;
}
