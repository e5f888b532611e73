// options: -lcufft
// Fourier transforms: complex, real, batched and in two dimensions, there and back.
#include <cufft.h>

#include <cmath>
#include <cstdio>

template <class T>
T* managed(int count) {
  T* pointer;
  cudaMallocManaged(&pointer, count * sizeof(T));
  return pointer;
}
// Rounded, and without a minus sign before a zero.
float shown(float x) {
  const float rounded = std::round(x * 100) / 100;
  return rounded == 0 ? 0 : rounded;
}
void print(const char* what, const cufftComplex* values, int count) {
  cudaDeviceSynchronize();
  printf("%-10s", what);
  for (int i = 0; i < count; ++i) printf(" (%g, %g)", shown(values[i].x), shown(values[i].y));
  printf("\n");
}

int main() {
  const int n = 8;
  cufftComplex *data = managed<cufftComplex>(64), *spectrum = managed<cufftComplex>(64);
  for (int i = 0; i < n; ++i) data[i] = make_cuFloatComplex(i % 3, i == 2 ? 1 : 0);
  cufftHandle plan;
  if (cufftPlan1d(&plan, n, CUFFT_C2C, 1) != CUFFT_SUCCESS) return 1;
  cufftExecC2C(plan, data, spectrum, CUFFT_FORWARD);
  print("forward", spectrum, n);
  cufftExecC2C(plan, spectrum, spectrum, CUFFT_INVERSE);
  print("back", spectrum, n);  // times n
  cufftDestroy(plan);

  cufftReal* real = managed<cufftReal>(64);
  for (int i = 0; i < 2 * n; ++i) real[i] = static_cast<float>(i % 5);
  cufftPlan1d(&plan, n, CUFFT_R2C, 2);
  cufftExecR2C(plan, real, spectrum);
  print("real, 1st", spectrum, n / 2 + 1);
  print("real, 2nd", spectrum + n / 2 + 1, n / 2 + 1);
  cufftDestroy(plan);
  cufftPlan1d(&plan, n, CUFFT_C2R, 2);
  cufftExecC2R(plan, spectrum, real);
  cudaDeviceSynchronize();
  printf("real, back %g %g ... %g\n", shown(real[0]), shown(real[1]), shown(real[15]));
  cufftDestroy(plan);

  for (int i = 0; i < 12; ++i) data[i] = make_cuFloatComplex(i * i % 7, 0);
  cufftPlan2d(&plan, 3, 4, CUFFT_C2C);
  cufftExecC2C(plan, data, spectrum, CUFFT_FORWARD);
  print("plane", spectrum, 12);
  cufftDestroy(plan);
  cufftDoubleComplex* wide = managed<cufftDoubleComplex>(5);
  for (int i = 0; i < 5; ++i) wide[i] = make_cuDoubleComplex(i, -i);
  cufftPlan1d(&plan, 5, CUFFT_Z2Z, 1);
  cufftExecZ2Z(plan, wide, wide, CUFFT_FORWARD);
  cudaDeviceSynchronize();
  printf("five       (%.6f, %.6f) (%.6f, %.6f)\n", wide[0].x, wide[0].y, wide[1].x, wide[1].y);
  cufftDestroy(plan);
}
