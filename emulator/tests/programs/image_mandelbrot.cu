// The Mandelbrot set and a Julia set, printed as letters.
#include <stdio.h>

struct Complex {
  double r, i;
  __device__ Complex(double a, double b) : r(a), i(b) {}
  __device__ double magnitude2() const { return r * r + i * i; }
  __device__ Complex operator*(const Complex& a) const { return Complex(r * a.r - i * a.i, i * a.r + r * a.i); }
  __device__ Complex operator+(const Complex& a) const { return Complex(r + a.r, i + a.i); }
};

__device__ int escape(Complex z, const Complex& c, int limit) {
  int n = 0;
  while (n < limit && z.magnitude2() <= 4.0) {
    z = z * z + c;
    ++n;
  }
  return n;
}
__global__ void mandelbrot(unsigned char* out, int width, int height, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Complex c(-2.2 + 3.0 * (x + 0.5) / width, -1.2 + 2.4 * (y + 0.5) / height);
  out[y * width + x] = escape(Complex(0, 0), c, limit);
}
__global__ void julia(unsigned char* out, int width, int height, int limit, double cr, double ci) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Complex z(-1.6 + 3.2 * (x + 0.5) / width, -1.2 + 2.4 * (y + 0.5) / height);
  out[y * width + x] = escape(z, Complex(cr, ci), limit);
}

int main(void) {
  const int width = 60, height = 20, limit = 40;
  unsigned char *device, host[height][width];
  cudaMalloc((void**)&device, sizeof(host));
  const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  for (int picture = 0; picture < 2; picture++) {
    if (picture == 0)
      mandelbrot<<<grid, block>>>(device, width, height, limit);
    else
      julia<<<grid, block>>>(device, width, height, limit, -0.75, 0.125);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        const int n = host[y][x];
        putchar(n == limit ? '@' : n > 20 ? '*' : n > 8 ? '+' : n > 4 ? '.' : ' ');
      }
      putchar('\n');
    }
  }
  cudaFree(device);
  return 0;
}
