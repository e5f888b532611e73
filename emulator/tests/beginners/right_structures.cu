// A correct program: structures with padding, which is never written, and pitched rows.
//? silent
#include <cstdio>
#include <vector>

struct Particle {
  double mass;
  int kind;
};

__global__ void make(Particle* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].mass = 0.5 * i;
  p[i].kind = i % 3;
}
__global__ void rows(char* start, size_t pitch, int width, int height) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) ((float*)(start + y * pitch))[x] = x + y;
}

int main() {
  const int n = 1000, width = 100, height = 10;
  std::vector<Particle> particles(n);
  Particle* d = nullptr;
  cudaMalloc(&d, n * sizeof(Particle));
  make<<<(n + 127) / 128, 128>>>(d, n);
  cudaMemcpy(particles.data(), d, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  char* image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width * sizeof(float), height);
  rows<<<height, 128>>>(image, pitch, width, height);
  std::vector<float> pixels(width * height);
  cudaMemcpy2D(pixels.data(), width * sizeof(float), image, pitch, width * sizeof(float), height,
               cudaMemcpyDeviceToHost);
  std::printf("%f %d %f\n", particles[9].mass, particles[9].kind, pixels[width + 5]);
  cudaFree(d);
  cudaFree(image);
  return 0;
}
