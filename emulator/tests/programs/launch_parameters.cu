// Kernel parameters: structures by value, also with arrays or empty, enums, arrays as pointers, conversions.
#include <cstdio>

enum Mode { plain, doubled };
enum class Colour : unsigned char { red = 1, blue = 200 };
struct Matrix {
  int rows, columns;
  float cells[12];
};
struct View {
  const float* data;
  size_t count;
  __device__ float last() const { return data[count - 1]; }
};
union Bits {
  float f;
  unsigned u;
};
struct Empty {};

__global__ void trace(Matrix m, float* out) {
  float sum = 0;
  for (int i = 0; i < min(m.rows, m.columns); ++i) sum += m.cells[i * m.columns + i];
  m.cells[0] = -1;  // a copy: the host's structure does not change
  *out = sum + m.cells[0];
}
__global__ void many(char a, short b, int c, long long d, float e, double f, bool g, unsigned char h, double* out) {
  *out = a + b + c + d + e + f + g + h;
}
__global__ void kinds(Mode mode, Colour colour, View view, Bits bits, Empty, const int limits[], float* out) {
  out[0] = mode == doubled ? 2 : 1;
  out[1] = static_cast<int>(colour);
  out[2] = view.last();
  out[3] = bits.u == 0x40490fdb;
  out[4] = limits[1];
}
__global__ void defaulted(float* out, float value = 2.5f) {
  *out = value;
}

int main() {
  float* out;
  double* sum;
  int* limits;
  cudaMallocManaged(&out, 8 * sizeof(float));
  cudaMallocManaged(&sum, sizeof(double));
  cudaMallocManaged(&limits, 2 * sizeof(int));
  limits[1] = 77;
  Matrix m = {3, 4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  trace<<<1, 1>>>(m, out);
  cudaDeviceSynchronize();
  printf("%.0f, on the host still %.0f\n", out[0], m.cells[0]);
  many<<<1, 1>>>('a', -3, 4.9, 1LL << 40, 0.5, 1 / 4.0, 7, 300 - 45, sum);
  cudaDeviceSynchronize();
  printf("%.2f\n", *sum);
  out[5] = 9.25f;
  Bits pi;
  pi.f = 3.14159274f;
  kinds<<<1, 1>>>(doubled, Colour::blue, View{out, 6}, pi, Empty(), limits, out);
  cudaDeviceSynchronize();
  printf("%g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4]);
  defaulted<<<1, 1>>>(out);
  defaulted<<<1, 1>>>(out + 1, 4);
  cudaDeviceSynchronize();
  printf("%g %g\n", out[0], out[1]);
  cudaFree(out);
  cudaFree(sum);
  cudaFree(limits);
}
