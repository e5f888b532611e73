// Bytes of images and of text, many of them 255 or another byte of the poison, written by kernels, copies and sets;
// some by functions that return a pixel.
#include <cstdio>
#include <vector>

namespace rgb_images {
struct Rgb {
  unsigned char r, g, b;
};
__device__ Rgb warm(Rgb p) {
  return {255, p.g, static_cast<unsigned char>(p.b / 2)};
}
__global__ void tint(const Rgb* in, Rgb* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = warm(in[i]);
}
__global__ void swap(Rgb* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 2) {
    auto t = p[i].g;
    p[i].g = p[i].b;
    p[i].b = t;
  }
}
__global__ void grey(const Rgb* p, unsigned char* g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) g[i] = (p[i].r + p[i].g + p[i].b) / 3;
}
__global__ void edges(const unsigned char* g, unsigned char* e, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  if (x == 0 || y == 0) {
    e[y * w + x] = 255;
    return;
  }
  int d = abs(g[y * w + x] - g[y * w + x - 1]) + abs(g[y * w + x] - g[(y - 1) * w + x]);
  e[y * w + x] = d > 20 ? 255 : 0xCB;
}
__global__ void count(const unsigned char* e, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && e[i] == 255) atomicAdd(c, 1);
}
void rgb() {
  const int w = 67, h = 45, n = w * h;
  std::vector<Rgb> image(n);
  for (int i = 0; i < n; ++i) image[i] = {(unsigned char)i, 255, (unsigned char)(i % 2 ? 0xCB : 0xFB)};
  Rgb *a, *b;
  unsigned char *g, *e;
  int *c, r;
  cudaMalloc(&a, 3 * n);
  cudaMalloc(&b, 3 * n);
  cudaMalloc(&g, n);
  cudaMalloc(&e, n);
  cudaMalloc(&c, 4);
  cudaMemset(c, 0, 4);
  cudaMemcpy(a, image.data(), 3 * n, cudaMemcpyHostToDevice);
  tint<<<(n + 127) / 128, 128>>>(a, b, n);
  swap<<<(n + 127) / 128, 128>>>(b, n);
  grey<<<(n + 127) / 128, 128>>>(b, g, n);
  edges<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(g, e, w, h);
  count<<<(n + 127) / 128, 128>>>(e, c, n);
  cudaMemcpy(&r, c, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(a);
  cudaFree(b);
  cudaFree(g);
  cudaFree(e);
  cudaFree(c);
}
}  // namespace rgb_images

namespace alpha_images {
__device__ uchar4 shade(int i) {
  uchar4 p;
  p.x = i;
  p.y = 2 * i;
  p.z = 3 * i;
  p.w = 255;
  return p;
}
__global__ void paint(uchar4* image, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) image[i] = shade(i);
}
__global__ void invert(uchar4* image, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    image[i].x = ~image[i].x;
    image[i].y = ~image[i].y;
    image[i].z = ~image[i].z;
  }
}
__global__ void blend(const uchar4* image, unsigned char* grey, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) grey[i] = (image[i].x + image[i].y + image[i].z) / 3 * image[i].w / 255;
}
void alpha() {
  const int n = 1000;
  uchar4* image;
  unsigned char* grey;
  std::vector<unsigned char> h(n);
  cudaMalloc(&image, n * sizeof(uchar4));
  cudaMalloc(&grey, n);
  paint<<<4, 256>>>(image, n);
  invert<<<4, 256>>>(image, n);
  blend<<<4, 256>>>(image, grey, n);
  cudaMemcpy(h.data(), grey, n, cudaMemcpyDeviceToHost);
  printf("%d\n", h[9]);
  cudaFree(image);
  cudaFree(grey);
}
}  // namespace alpha_images

namespace pieces_images {
// Copies of odd numbers of bytes side by side; the kernel reads them one by one, 0xCB and 255 among them.
__global__ void total(const unsigned char* t, int n, int* out) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(out, t[i]);
}
__global__ void put(unsigned char* t, int at) {
  t[at] = 0xCB;
}
void pieces() {
  unsigned char h[5] = {0xCB, 0xCB, 0xFB, 0xFF, 0xCB}, *t;
  int *out, r;
  cudaMalloc(&t, 64);
  cudaMalloc(&out, 4);
  cudaMemset(out, 0, 4);
  cudaMemcpy(t, h, 5, cudaMemcpyHostToDevice);
  cudaMemset(t + 5, 0xCB, 3);
  cudaMemcpy(t + 8, h, 1, cudaMemcpyHostToDevice);
  put<<<1, 1>>>(t, 9);
  total<<<1, 4>>>(t, 10, out);
  cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(t);
  cudaFree(out);
}
}  // namespace pieces_images

int main() {
  rgb_images::rgb();
  alpha_images::alpha();
  pieces_images::pieces();
}
