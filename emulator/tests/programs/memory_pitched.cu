// Rows with a pitch: cudaMallocPitch, cudaMemcpy2D in all directions, part of a matrix, cudaMemset2D.
#include <cstdio>

const int width = 37, height = 11;

__global__ void transform(float* data, size_t pitch, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float* row = (float*)((char*)data + y * pitch);
  row[x] = row[x] * 2 + y;
}

int main() {
  static float host[height][width], back[height][width];
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) host[y][x] = 100 * y + x;
  }
  float *a, *b;
  size_t pitch_a, pitch_b;
  cudaMallocPitch(&a, &pitch_a, width * sizeof(float), height);
  cudaMallocPitch((void**)&b, &pitch_b, 2 * width * sizeof(float), height);
  printf("rows are wide enough: %s, and aligned: %s\n", pitch_a >= width * sizeof(float) ? "yes" : "no",
         pitch_a % 32 == 0 && pitch_b % 32 == 0 ? "yes" : "no");
  cudaMemcpy2D(a, pitch_a, host, sizeof host[0], width * sizeof(float), height, cudaMemcpyHostToDevice);
  transform<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(a, pitch_a, width, height);
  cudaMemset2D(b, pitch_b, 0, 2 * width * sizeof(float), height);
  // a into the right half of b, then a window of b back
  cudaMemcpy2D(b + width, pitch_b, a, pitch_a, width * sizeof(float), height, cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(back, sizeof back[0], b + width - 2, pitch_b, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", back[3][0], back[3][1], back[3][2], back[10][36]);
  cudaMemset2D((char*)a + pitch_a + 4, pitch_a, 0, 3 * sizeof(float), 2);
  cudaMemcpy2DAsync(back, sizeof back[0], a, pitch_a, width * sizeof(float), height, cudaMemcpyDeviceToHost, 0);
  cudaStreamSynchronize(0);
  for (int y = 0; y < 4; y++) printf("%g %g %g %g %g\n", back[y][0], back[y][1], back[y][2], back[y][3], back[y][4]);
  cudaError_t error = cudaMemcpy2D(back, 4, a, pitch_a, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  printf("too narrow a pitch: %s\n", cudaGetErrorName(error));
  cudaGetLastError();
  cudaFree(a);
  cudaFree(b);
}
