// The tile's left and right neighbours are never loaded.
#include <cstdio>
#define RADIUS 2
#define BLOCK 128
__global__ void stencil1d(const int* in, int* out, int n) {
  __shared__ int temp[BLOCK + 2 * RADIUS];
  int g = threadIdx.x + blockIdx.x * blockDim.x;
  int l = threadIdx.x + RADIUS;
  temp[l] = in[g];
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[l + offset];  //~ uninitialised shared memory
  out[g] = result;
}
int main() {
  const int n = 1024;
  int h[n], *d_in, *d_out;
  for (int i = 0; i < n; i++) h[i] = 1;
  cudaMalloc(&d_in, sizeof(h));
  cudaMalloc(&d_out, sizeof(h));
  cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
  stencil1d<<<n / BLOCK, BLOCK>>>(d_in, d_out, n);
  cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[500]);
  cudaFree(d_in);
  cudaFree(d_out);
}
