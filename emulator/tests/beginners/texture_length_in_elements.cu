// The texture's length is given in elements: the last three quarters of the array are read as 0.
#include <cstdio>
__global__ void twice(cudaTextureObject_t values, float* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] = 2 * tex1Dfetch<float>(values, i);  //~ of a texture that ends before it
}
int main() {
  const int n = 1000;
  float h[n], *x, *y;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaResourceDesc memory = {};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear.devPtr = x;
  memory.res.linear.desc = cudaCreateChannelDesc<float>();
  memory.res.linear.sizeInBytes = n;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t values;
  cudaCreateTextureObject(&values, &memory, &how, nullptr);
  twice<<<4, 256>>>(values, y, n);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[999]);
  cudaDestroyTextureObject(values);
  cudaFree(x);
  cudaFree(y);
}
