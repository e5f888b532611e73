// C style: one macro around every call, malloc and free, goto at the end.
#include <stdio.h>
#include <stdlib.h>

#define CUDA_CALL(x)                                                                \
  do {                                                                              \
    cudaError_t err_ = (x);                                                         \
    if (err_ != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
      exit(EXIT_FAILURE);                                                           \
    }                                                                               \
  } while (0)

__global__ void vec_add(const float* a, const float* b, float* c, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c[i] = a[i] + b[i];
}

int main(void) {
  size_t n = 12345, bytes = n * sizeof(float), i;
  int status = EXIT_FAILURE;
  float *h_a = (float*)malloc(bytes), *h_b = (float*)malloc(bytes), *h_c = (float*)malloc(bytes);
  float *d_a = NULL, *d_b = NULL, *d_c = NULL;
  if (!h_a || !h_b || !h_c) goto done;
  for (i = 0; i < n; i++) {
    h_a[i] = (float)i;
    h_b[i] = 2.0f * (float)i;
  }
  CUDA_CALL(cudaMalloc((void**)&d_a, bytes));
  CUDA_CALL(cudaMalloc((void**)&d_b, bytes));
  CUDA_CALL(cudaMalloc((void**)&d_c, bytes));
  CUDA_CALL(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
  CUDA_CALL(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));
  vec_add<<<(unsigned)((n + 255) / 256), 256>>>(d_a, d_b, d_c, n);
  CUDA_CALL(cudaGetLastError());
  CUDA_CALL(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
  for (i = 0; i < n; i++)
    if (h_c[i] != 3.0f * (float)i) goto done;
  status = EXIT_SUCCESS;
done:
  CUDA_CALL(cudaFree(d_a));
  CUDA_CALL(cudaFree(d_b));
  CUDA_CALL(cudaFree(d_c));
  free(h_a);
  free(h_b);
  free(h_c);
  return status;
}
