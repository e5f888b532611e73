// Only a part of the written data is copied back, and the next kernel overwrites the rest.
#include <cstdio>
__global__ void squares(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * i;
}
__global__ void cubes(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * i * i;
}
int main() {
  const int n = 256;
  int few[8], one = 0, *d;
  if (cudaMalloc(&d, n * sizeof(int)) != cudaSuccess) return 3;
  squares<<<2, 128>>>(d, n);
  if (cudaMemcpy(few, d + 16, sizeof few, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  cubes<<<2, 128>>>(d, n);
  if (cudaMemcpy(&one, d + n - 1, sizeof one, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%d %d\n", few[0], one);
  if (cudaFree(d) != cudaSuccess) return 3;
  return few[0] != 256 || one != 255 * 255 * 255;
}
