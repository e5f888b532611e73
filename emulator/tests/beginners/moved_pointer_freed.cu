// The pointer has been incremented when it is freed.
#include <cstdio>
__global__ void square(float* chunk, int n) {
  int i = threadIdx.x;
  if (i < n) chunk[i] *= chunk[i];
}
int main() {
  const int n = 512, chunk = 64;
  float h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  float* data;
  cudaMalloc((void**)&data, n * sizeof(float));
  cudaMemcpy(data, h, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int c = 0; c < n / chunk; c++) {
    square<<<1, chunk>>>(data, chunk);
    cudaMemcpy(h + c * chunk, data, chunk * sizeof(float), cudaMemcpyDeviceToHost);
    data += chunk;
  }
  printf("%f\n", h[n - 1]);
  cudaFree(data);  //~ call that failed
}
