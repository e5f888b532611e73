// The tile is filled number by number up to n, and read four numbers at a time: the last vector has two of them.
#include <cstdio>
__global__ void norms(const float* x, float* sum, int n) {
  __shared__ float4 tile[64];
  float* numbers = reinterpret_cast<float*>(tile);
  for (int i = threadIdx.x; i < n; i += blockDim.x) numbers[i] = x[i];
  __syncthreads();
  if (threadIdx.x < (n + 3) / 4) {
    float4 v = tile[threadIdx.x];  //~ 16 bytes of tile, 8 bytes of them that no thread of the block has written
    atomicAdd(sum, v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w);
  }
}
int main() {
  const int n = 250;
  float h[n], *x, *sum, result;
  for (int i = 0; i < n; i++) h[i] = 1;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(sum, 0, sizeof(float));
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  norms<<<1, 128>>>(x, sum, n);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
  printf("%g\n", result);
  cudaFree(x);
  cudaFree(sum);
}
