// settings: CUDA_EMULATOR_DEVICES=2
// The second half of an array is on device 1, and a kernel of device 0 adds it: in an argument, in a structure, and
// from a pool whose owner has not allowed it.
//? plain
#include <cstdio>
__global__ void add(float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];  //~ memory of device 1, to which device 0 has no access
}
int main() {
  const int n = 1000;
  float *a, *b;
  cudaSetDevice(0);
  cudaMalloc(&a, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  cudaSetDevice(1);
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  add<<<(n + 255) / 256, 256>>>(a, b, n);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));  //= cudaErrorIllegalAddress
}
