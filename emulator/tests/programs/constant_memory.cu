// Constant memory: an array, a structure, and the addresses of symbols.
#include <cstdio>

struct Camera {
  float3 position;
  float zoom;
  int size[2];
};
__constant__ float coefficients[4];
__constant__ Camera camera;
__device__ int counter = 40;

__global__ void polynomial(const float* x, float* y, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  float value = 0;
  for (int k = 3; k >= 0; --k) value = value * x[i] + coefficients[k];
  y[i] = value * camera.zoom + camera.position.z + camera.size[1];
  atomicAdd(&counter, 1);
}

int main() {
  const float host_coefficients[4] = {1, 2, 3, 4};
  const Camera host_camera = {{1, 2, 3}, 10, {640, 480}};
  cudaMemcpyToSymbol(coefficients, host_coefficients, sizeof host_coefficients);
  cudaMemcpyToSymbol(camera, &host_camera, sizeof host_camera);
  float *x, *y;
  cudaMallocManaged(&x, 3 * sizeof(float));
  cudaMallocManaged(&y, 3 * sizeof(float));
  for (int i = 0; i < 3; ++i) x[i] = static_cast<float>(i);
  polynomial<<<1, 32>>>(x, y, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) printf("p(%g) = %g\n", x[i], y[i]);
  const float changed = 100;
  cudaMemcpyToSymbol(coefficients, &changed, sizeof changed, 0);
  polynomial<<<1, 1>>>(x, y, 1);
  cudaDeviceSynchronize();
  printf("p(0) = %g\n", y[0]);
  int count = 0;
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  size_t size = 0;
  cudaGetSymbolSize(&size, camera);
  printf("counter %d, structure of %zu bytes\n", count, size);
  cudaFree(x);
  cudaFree(y);
}
