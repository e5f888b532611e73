// The number of pixels is kept in 16 bits, as the header of the image keeps its sides.
#include <cstdint>
#include <cstdio>
#include <vector>
struct Header {
  uint16_t columns, rows;
};
__global__ void lighten(unsigned char* pixels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pixels[i] = pixels[i] / 2 + 128;
}
int main() {
  Header header = {400, 300};
  std::vector<unsigned char> image(header.columns * header.rows, 7);
  unsigned short count = header.columns * header.rows;  //~ a number of elements is too large for its type
  //= 120000 becomes 54464
  short bytes = image.size();  //~ a number of elements is too large for its type
  cudaMemset(nullptr, 0, bytes * 0);
  const short small = 4 * 8;
  int fits[small] = {};
  short pair = image[0] * image[1];
  unsigned char* pixels;
  cudaMalloc(&pixels, count);
  cudaMemcpy(pixels, image.data(), count, cudaMemcpyHostToDevice);
  lighten<<<(count + 255) / 256, 256>>>(pixels, count);
  cudaMemcpy(image.data(), pixels, count, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", image.back(), fits[0], pair);
  cudaFree(pixels);
}
