// The mean is divided by n, and the signal that was transformed back is not.
//? plain
#include <cufft.h>
#include <stdio.h>
int main() {
  const int n = 128;
  cufftComplex signal[n], back[n], *d_signal;
  float mean = 0;
  for (int i = 0; i < n; i++) {
    signal[i].x = i;
    signal[i].y = 0;
    mean += signal[i].x;
  }
  mean = mean / n;
  cudaMalloc(&d_signal, sizeof(signal));
  cudaMemcpy(d_signal, signal, sizeof(signal), cudaMemcpyHostToDevice);
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  cufftExecC2C(plan, d_signal, d_signal, CUFFT_FORWARD);
  cufftExecC2C(plan, d_signal, d_signal, CUFFT_INVERSE);  //~ cuFFT does not scale
  cudaMemcpy(back, d_signal, sizeof(back), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 32) printf("%f, expected %f, mean %f\n", back[i].x, signal[i].x, mean);
  cufftDestroy(plan);
  cudaFree(d_signal);
  return 0;
}
