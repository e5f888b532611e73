// The number of blocks in z is rounded down: the last planes of the volume have no threads.
#include <cstdio>
#include <vector>
__global__ void heat(float* v, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) v[(z * ny + y) * nx + x] *= 2;
}
int main() {
  const int nx = 32, ny = 24, nz = 21;
  std::vector<float> h(nx * ny * nz, 1);
  float* d;
  cudaMalloc(&d, h.size() * 4);
  cudaMemcpy(d, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
  dim3 b(8, 8, 8), g((nx + 7) / 8, (ny + 7) / 8, nz / 8);
  heat<<<g, b>>>(d, nx, ny, nz);  //~ has 16 threads in z for 21 planes
  cudaMemcpy(h.data(), d, h.size() * 4, cudaMemcpyDeviceToHost);
  printf("%f\n", h.back());
  cudaFree(d);
}
