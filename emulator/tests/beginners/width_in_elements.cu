// The brightness of each column's step: the image comes back by cudaMemcpy2D, whose width is given in elements.
#include <cstdio>
#include <cstdlib>

__global__ void steps(const int* in, int* out, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w || y >= h) return;
  const int* row = (const int*)((const char*)in + y * pitch);
  int* result = (int*)((char*)out + y * pitch);
  result[x] = x > 0 ? abs(row[x] - row[x - 1]) : 0;
}

int main() {
  const int w = 90, h = 40;
  static int image[w * h], back[w * h];
  for (int i = 0; i < w * h; i++) image[i] = i * 31 % 97;
  int *in, *out;
  size_t pitch;
  cudaMallocPitch(&in, &pitch, w * sizeof(int), h);
  cudaMallocPitch(&out, &pitch, w * sizeof(int), h);
  cudaMemcpy2D(in, pitch, image, w * sizeof(int), w * sizeof(int), h, cudaMemcpyHostToDevice);
  steps<<<dim3(3, h), 32>>>(in, out, pitch, w, h);
  cudaMemcpy2D(back, w * sizeof(int), out, pitch, w, h, cudaMemcpyDeviceToHost);  //~ the width of cudaMemcpy2D
  printf("%d %d\n", back[1], back[w - 1]);
  cudaFree(in);
  cudaFree(out);
}
