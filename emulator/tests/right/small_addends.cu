// Many small numbers are added to a large float; double keeps the parts that float would lose.
#include <cstdio>
__global__ void add_all(float* rough, double* exact) {
  atomicAdd(exact, 0.125);
  if (threadIdx.x == 0) atomicAdd(rough, 8.0f);
}
int main() {
  float rough = 1 << 24, *d_rough;
  double exact = 1 << 24, *d_exact;
  if (cudaMalloc(&d_rough, sizeof rough) != cudaSuccess || cudaMalloc(&d_exact, sizeof exact) != cudaSuccess) return 3;
  if (cudaMemcpy(d_rough, &rough, sizeof rough, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  if (cudaMemcpy(d_exact, &exact, sizeof exact, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  add_all<<<16, 64>>>(d_rough, d_exact);
  if (cudaMemcpy(&rough, d_rough, sizeof rough, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  if (cudaMemcpy(&exact, d_exact, sizeof exact, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%.1f %.1f\n", rough, exact);
  if (cudaFree(d_rough) != cudaSuccess || cudaFree(d_exact) != cudaSuccess) return 3;
  return rough != (1 << 24) + 128 || exact != (1 << 24) + 128;
}
