// z * ny where z * nx * ny is needed.
#include <cstdio>
#include <vector>
#define CHECK(x)                                   \
  do {                                             \
    cudaError_t e = (x);                           \
    if (e) {                                       \
      printf("error %s\n", cudaGetErrorString(e)); \
      exit(1);                                     \
    }                                              \
  } while (0)
__global__ void initVolume(float* vol, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  vol[x + y * nx + z * ny] = x + y + z;  //~ race in global memory
}
int main() {
  int nx = 32, ny = 16, nz = 8;
  std::vector<float> h(nx * ny * nz);
  float* d;
  CHECK(cudaMalloc(&d, h.size() * sizeof(float)));
  initVolume<<<dim3(4, 2, 2), dim3(8, 8, 4)>>>(d, nx, ny, nz);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost));
  printf("%f\n", h[nx * ny * nz - 1]);
  CHECK(cudaFree(d));
}
