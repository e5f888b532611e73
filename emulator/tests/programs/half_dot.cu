// A dot product in half precision, two numbers at a time, and its rounding error.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void fill(half2* a, half2* b, int pairs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  a[i] = __floats2half2_rn(1.0f / (1 + i % 4), 0.5f);
  b[i] = __float2half2_rn(2.0f);
}

__global__ void dot(const half2* a, const half2* b, float* result, int pairs) {
  __shared__ half2 partial[128];
  half2 sum = __float2half2_rn(0.0f);
  for (int i = threadIdx.x; i < pairs; i += blockDim.x) sum = __hfma2(a[i], b[i], sum);
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int size = blockDim.x / 2; size > 0; size /= 2) {
    if (threadIdx.x < size) partial[threadIdx.x] = __hadd2(partial[threadIdx.x], partial[threadIdx.x + size]);
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = __low2float(partial[0]) + __high2float(partial[0]);
}

int main() {
  const int pairs = 512;
  half2 *a, *b;
  float* result;
  cudaMalloc(&a, pairs * sizeof(half2));
  cudaMalloc(&b, pairs * sizeof(half2));
  cudaMallocManaged(&result, sizeof(float));
  fill<<<pairs / 128, 128>>>(a, b, pairs);
  dot<<<1, 128>>>(a, b, result, pairs);
  cudaDeviceSynchronize();
  printf("dot product: %.3f\n", *result);
  printf("1/3 as half: %.8f, as bfloat16: %.8f\n", __half2float(__float2half(1.0f / 3)),
         __bfloat162float(__float2bfloat16(1.0f / 3)));
  printf("2049 becomes %.0f, 70000 becomes %f\n", __half2float(__float2half(2049.0f)),
         __half2float(__float2half(70000.0f)));
  cudaFree(a);
  cudaFree(b);
  cudaFree(result);
}
