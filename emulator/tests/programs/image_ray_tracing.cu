// A ray tracer with its spheres in constant memory; the image is printed as letters.
#include <cstdio>

struct Sphere {
  float x, y, z, radius;
  int colour;
  __device__ float hit(float ox, float oy, float* slope) const {
    const float dx = ox - x, dy = oy - y, rest = radius * radius - dx * dx - dy * dy;
    if (rest <= 0) return -1e30f;
    const float dz = sqrtf(rest);
    *slope = dz / radius;
    return z + dz;
  }
};
const int spheres = 6;
__constant__ Sphere scene[spheres];

__global__ void trace(unsigned char* out, int width, int height) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= width || y >= height) return;
  const float ox = (x - width / 2) * 1.0f, oy = (y - height / 2) * 2.0f;  // letters are twice as high as wide
  float nearest = -1e30f, light = 0;
  int colour = -1;
  for (int i = 0; i < spheres; ++i) {
    float slope;
    const float z = scene[i].hit(ox, oy, &slope);
    if (z > nearest) nearest = z, light = slope, colour = scene[i].colour;
  }
  out[y * width + x] = colour < 0 ? ' ' : light < 0.6f ? '.' : 'a' + colour;
}

int main() {
  const Sphere host[spheres] = {{-20, -8, 0, 9, 0}, {5, 2, -30, 15, 1}, {12, 0, 10, 6, 2},
                                {-5, 10, 20, 7, 3}, {28, -12, 5, 8, 4}, {-28, 12, -9, 6, 5}};
  cudaMemcpyToSymbol(scene, host, sizeof host);
  const int width = 76, height = 20;
  unsigned char *device, picture[height][width];
  cudaMalloc(&device, sizeof picture);
  trace<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(device, width, height);
  cudaMemcpy(picture, device, sizeof picture, cudaMemcpyDeviceToHost);
  for (auto& row : picture) printf("|%.*s|\n", width, reinterpret_cast<const char*>(row));
  cudaFree(device);
}
