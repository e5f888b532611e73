// The weights are a __constant__ array, and host code passes its name to the kernel.
//= w is a __constant__ variable, and no address of it in host code is one on the device
#include <stdio.h>

__constant__ float w[4] = {1, 2, 3, 4};

__global__ void weigh(const float* weights, float* out) {
  out[threadIdx.x] = weights[threadIdx.x % 4];  //~ host memory in a kernel
}

int main() {
  float h[32], *out;
  cudaMalloc(&out, sizeof(h));
  weigh<<<1, 32>>>(w, out);  //~ w in host code has an address that kernels cannot use
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[5]);
  cudaFree(out);
  return 0;
}
