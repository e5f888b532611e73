// The clock is stopped while the kernel runs.
//? plain
//= cudaDeviceSynchronize() first
#include <chrono>
#include <cstdio>
#include <vector>

__global__ void mandelbrot(int* counts, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float cx = 3.0f * x / width - 2, cy = 2.0f * y / height - 1, zx = 0, zy = 0;
  int count = 0;
  while (zx * zx + zy * zy < 4 && count < 50) {
    float t = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = t;
    ++count;
  }
  counts[y * width + x] = count;
}

int main() {
  int width = 64, height = 48;
  std::vector<int> counts(width * height);
  int* d_counts;
  cudaMalloc(&d_counts, counts.size() * sizeof(int));
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  auto start = std::chrono::high_resolution_clock::now();
  mandelbrot<<<grid, block>>>(d_counts, width, height);
  auto stop = std::chrono::high_resolution_clock::now();  //~ the clock is read while the kernel
  std::chrono::duration<double, std::milli> elapsed = stop - start;
  cudaMemcpy(counts.data(), d_counts, counts.size() * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s: %d\n", elapsed.count() >= 0 ? "kernel took some ms" : "", counts[100]);
  cudaFree(d_counts);
  return 0;
}
