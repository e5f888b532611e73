// The host's own pages, which the kernel reads and writes without a copy.
#include <stdio.h>
__global__ void cumulate(const float* in, float* out, int n) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += in[i];
    out[i] = s;
  }
}
int main(void) {
  float *in, *out, *d_in, *d_out;
  int n = 60, wrong = 0;
  cudaHostAlloc((void**)&in, n * sizeof(float), cudaHostAllocMapped | cudaHostAllocWriteCombined);
  cudaHostAlloc((void**)&out, n * sizeof(float), cudaHostAllocMapped);
  for (int i = 0; i < n; i++) in[i] = i;
  cudaHostGetDevicePointer((void**)&d_in, in, 0);
  cudaHostGetDevicePointer((void**)&d_out, out, 0);
  cumulate<<<1, 32>>>(d_in, d_out, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < n; i++) wrong += out[i] != i * (i + 1) / 2;
  cudaFreeHost(in);
  cudaFreeHost(out);
  return wrong;
}
