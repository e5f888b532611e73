// The spectrum of n real numbers has n / 2 + 1 elements, and memory for n / 2 is allocated.
#include <cufft.h>
#include <stdio.h>
int main() {
  const int n = 256;
  float signal[n];
  for (int i = 0; i < n; i++) signal[i] = i % 16;
  float* d_signal;
  cufftComplex *d_spectrum, spectrum[n / 2];
  cudaMalloc(&d_signal, sizeof(signal));
  cudaMalloc(&d_spectrum, sizeof(spectrum));
  cudaMemcpy(d_signal, signal, sizeof(signal), cudaMemcpyHostToDevice);
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_R2C, 1);
  cufftExecR2C(plan, d_signal, d_spectrum);  //~ past the end of 1024 bytes
  cudaMemcpy(spectrum, d_spectrum, sizeof(spectrum), cudaMemcpyDeviceToHost);
  printf("%f\n", spectrum[16].x);
  cufftDestroy(plan);
  cudaFree(d_signal);
  cudaFree(d_spectrum);
  return 0;
}
