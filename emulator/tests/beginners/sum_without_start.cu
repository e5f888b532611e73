// The local sum has no first value.
//? plain
#include <cstdio>
#include <cstdlib>
#define W 32
__global__ void matMul(const float* A, const float* B, float* C) {
  int row = threadIdx.y, col = threadIdx.x;
  float sum;
  for (int k = 0; k < W; ++k) sum += A[row * W + k] * B[k * W + col];  //~ sum is changed before it has a first value
  C[row * W + col] = sum;
}
int main() {
  size_t bytes = W * W * sizeof(float);
  float *a = (float*)malloc(bytes), *b = (float*)malloc(bytes), *c = (float*)malloc(bytes), *da, *db, *dc;
  for (int i = 0; i < W * W; i++) a[i] = b[i] = i % 3;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  matMul<<<1, dim3(W, W)>>>(da, db, dc);
  cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost);
  printf("%f\n", c[0]);
  cudaFree(da), cudaFree(db), cudaFree(dc);
  free(a), free(b), free(c);
}
