// A kernel that calls __trap: what it printed before appears, and the error is a failed launch.
#include <cstdio>

__global__ void careful(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  if (in[i] < 0) {
    printf("thread %d found %d\n", i, in[i]);
    __trap();
  }
  out[i] = in[i] * 2;
}

int main() {
  const int n = 8;
  int host[n] = {1, 2, 3, 4, 5, 6, 7, 8}, *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  careful<<<1, 32>>>(in, out, n);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  host[5] = -6;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  careful<<<1, 32>>>(in, out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%d %s: %s\n", error, cudaGetErrorName(error), cudaGetErrorString(error));
  printf("sticky: %s\n", cudaGetErrorName(cudaFree(in)));
  return 0;
}
