// 128 threads in z.
//? plain
//= block.z is 128
#include <stdio.h>
__global__ void volume(float* v, int nx, int ny, int nz) {
  int x = blockIdx.x, y = blockIdx.y, z = threadIdx.z;
  v[(z * ny + y) * nx + x] = 1.0f;
}
int main() {
  int nx = 8, ny = 8, nz = 128;
  float* v;
  cudaMalloc(&v, nx * ny * nz * sizeof(float));
  cudaMemset(v, 0, nx * ny * nz * sizeof(float));
  volume<<<dim3(nx, ny), dim3(1, 1, nz)>>>(v, nx, ny, nz);  //~ launch that failed
  float corner = -1;
  cudaMemcpy(&corner, v, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", corner);
  cudaFree(v);
  return 0;
}
