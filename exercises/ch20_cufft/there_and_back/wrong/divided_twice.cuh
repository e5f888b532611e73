// rejected: y\[
#include <cufft.h>

__global__ void divide(cufftComplex* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i].x *= 1.0f / n;
    y[i].y *= 1.0f / n;
  }
}

// y = x for n complex numbers in device memory, by way of their transform, which is left in y in between
void there_and_back(cufftComplex* x, cufftComplex* y, int n) {
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  cufftExecC2C(plan, x, y, CUFFT_FORWARD);
  cufftExecC2C(plan, y, y, CUFFT_INVERSE);
  divide<<<(n + 255) / 256, 256>>>(y, n);
  divide<<<(n + 255) / 256, 256>>>(y, n);
  cufftDestroy(plan);
}
