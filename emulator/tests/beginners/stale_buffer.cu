// Heat in a rod: the pointers are exchanged after each step, and the copy reads the buffer of the step before.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void heatStep(const float* old_temp, float* new_temp, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? old_temp[i - 1] : 0.0f;
  float right = i < n - 1 ? old_temp[i + 1] : 0.0f;
  new_temp[i] = 0.5f * old_temp[i] + 0.25f * (left + right);
}

int main() {
  const int n = 1000, steps = 9;
  size_t bytes = n * sizeof(float);
  float* temp = (float*)calloc(n, sizeof(float));
  temp[n / 2] = 100.0f;
  float *d_old, *d_new;
  cudaMalloc(&d_old, bytes);
  cudaMalloc(&d_new, bytes);
  cudaMemcpy(d_old, temp, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps; step++) {
    heatStep<<<(n + 127) / 128, 128>>>(d_old, d_new, n);
    float* tmp = d_old;
    d_old = d_new;
    d_new = tmp;
  }
  cudaMemcpy(temp, d_new, bytes, cudaMemcpyDeviceToHost);  //~ stale result
  printf("middle: %f\n", temp[n / 2]);
  cudaFree(d_old);
  cudaFree(d_new);
  free(temp);
}
