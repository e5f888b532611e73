//? plain
// A program that checks all statuses is told the reasons, too.
//= reason of cudaErrorInvalidValue: cudaMemcpyHostToDevice, but the destination
//= reason of cudaErrorInvalidValue: kernel fill at checked_errors.cu:22: 2048 threads in a block
//= reason of cudaErrorInvalidDevice: there is no device 1, as 1 is emulated: CUDA_EMULATOR_DEVICES=2 makes more
#include <cstdio>

bool failed(cudaError_t status) {
  if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status));
  return status != cudaSuccess;
}
__global__ void fill(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 1;
}

int main() {
  const int n = 4096;
  static float h[n];
  float* d;
  if (failed(cudaMalloc(&d, sizeof h))) return 1;
  fill<<<2, 2048>>>(d, n);
  bool bad = failed(cudaGetLastError());
  bad |= failed(cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice));
  bad |= failed(cudaSetDevice(1));
  bad |= failed(cudaFree(d));
  return bad ? 3 : 0;
}
