// The function's own pointer gets the memory, the caller's does not.
#include <cstdio>
#include <cstdlib>
#define N 1024
void gpuAlloc(float* ptr, int count) {
  cudaMalloc((void**)&ptr, count * sizeof(float));
}
__global__ void fill(float* out, float value) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  if (tid < N) out[tid] = value;  //~ null pointer
}
int main() {
  float* d_out = NULL;
  float* h_out = (float*)malloc(N * sizeof(float));
  gpuAlloc(d_out, N);
  fill<<<N / 128, 128>>>(d_out, 3.5f);
  cudaMemcpy(h_out, d_out, N * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h_out[17]);
  cudaFree(d_out);
  free(h_out);
}
