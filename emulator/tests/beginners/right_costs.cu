// Without a hint: cost is as it must be, or the program is small on purpose.
//? silent
#include <stdio.h>

__global__ void few(int* x) {
  x[threadIdx.x] += threadIdx.x;
}
__global__ void sums(const float* x, float* y, int n) {
  float part[4] = {};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 4; k++) part[k] = (k + 1) * x[i];
  y[i] = part[0] + part[1] + part[2] + part[3];
}

int main() {
  const int n = 1 << 15;
  int small[32] = {}, *d_small;
  cudaMalloc(&d_small, sizeof(small));
  for (int t = 0; t < 3; t++) {
    cudaMemcpy(d_small, small, sizeof(small), cudaMemcpyHostToDevice);
    few<<<1, 32>>>(d_small);
    cudaMemcpy(small, d_small, sizeof(small), cudaMemcpyDeviceToHost);
  }
  float *h, *x, *y;
  cudaStream_t streams[2];
  cudaMallocHost(&h, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  for (int s = 0; s < 2; s++) cudaStreamCreate(&streams[s]);
  for (int t = 0; t < 4; t++) {  // new data in each step, in two parts
    for (int i = 0; i < n; i++) h[i] = i + t;
    for (int s = 0; s < 2; s++) {
      int at = s * (n / 2);
      cudaMemcpyAsync(x + at, h + at, n / 2 * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
      sums<<<n / 512, 256, 0, streams[s]>>>(x + at, y + at, n / 2);
      cudaMemcpyAsync(h + at, y + at, n / 2 * sizeof(float), cudaMemcpyDeviceToHost, streams[s]);
    }
    cudaDeviceSynchronize();
    printf("%d %.0f\n", small[31], h[n - 1]);
  }
  for (int s = 0; s < 2; s++) cudaStreamDestroy(streams[s]);
  cudaFreeHost(h);
  cudaFree(x);
  cudaFree(y);
  cudaFree(d_small);
  return 0;
}
