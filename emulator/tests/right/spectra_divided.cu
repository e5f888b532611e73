// Transforms back and forth: one divides in a kernel, one on the host; a real one has n / 2 + 1 results.
#include <cufft.h>

#include <cstdio>

__global__ void divide(cufftComplex* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i].x /= n;
    x[i].y /= n;
  }
}
int main() {
  const int n = 96;
  cufftComplex h[n], *d;
  float real[n], *d_real;
  for (int i = 0; i < n; ++i) {
    h[i] = {static_cast<float>(i), 0};
    real[i] = static_cast<float>(i % 8);
  }
  cufftComplex* d_spectrum;
  if (cudaMalloc(&d, sizeof h) || cudaMalloc(&d_real, sizeof real)) return 3;
  if (cudaMalloc(&d_spectrum, (n / 2 + 1) * sizeof(cufftComplex))) return 3;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)) return 3;
  if (cudaMemcpy(d_real, real, sizeof real, cudaMemcpyHostToDevice)) return 3;
  cufftHandle plan, forth, back;
  if (cufftPlan1d(&plan, n, CUFFT_C2C, 1) || cufftPlan1d(&forth, n, CUFFT_R2C, 1)) return 3;
  if (cufftPlan1d(&back, n, CUFFT_C2R, 1)) return 3;
  if (cufftExecC2C(plan, d, d, CUFFT_FORWARD) || cufftExecC2C(plan, d, d, CUFFT_INVERSE)) return 3;
  divide<<<1, 128>>>(d, n);
  if (cufftExecR2C(forth, d_real, d_spectrum) || cufftExecC2R(back, d_spectrum, d_real)) return 3;
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)) return 3;
  if (cudaMemcpy(real, d_real, sizeof real, cudaMemcpyDeviceToHost)) return 3;
  std::printf("%.2f %.2f\n", h[50].x, real[50] / n);
  cufftDestroy(plan);
  cufftDestroy(forth);
  cufftDestroy(back);
  cudaFree(d);
  cudaFree(d_real);
  cudaFree(d_spectrum);
  return 0;
}
