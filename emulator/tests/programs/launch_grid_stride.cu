// A grid-stride loop: a grid of any size does all the work. SAXPY of several sizes with several grids.
#include <cstdio>
#include <cstdlib>

__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
__global__ void saxpy_monolithic(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

int main(void) {
  const int sizes[] = {1, 31, 32, 33, 1000, 65536, 100003};
  float *x = (float*)malloc(100003 * sizeof(float)), *y = (float*)malloc(100003 * sizeof(float));
  float *d_x, *d_y;
  cudaMalloc(&d_x, 100003 * sizeof(float));
  cudaMalloc(&d_y, 100003 * sizeof(float));
  int device, processors;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  for (int n : sizes) {
    for (int i = 0; i < n; i++) {
      x[i] = 1.0f + i % 7;
      y[i] = 2.0f;
    }
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
    saxpy<<<1, 1>>>(n < 2000 ? n : 2000, 2.0f, d_x, d_y);
    saxpy<<<3, 96>>>(n, 2.0f, d_x, d_y);
    saxpy<<<2 * processors, 256>>>(n, 2.0f, d_x, d_y);
    saxpy_monolithic<<<(n + 255) / 256, 256>>>(n, 2.0f, d_x, d_y);
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    float max_error = 0;
    for (int i = 0; i < n; i++) {
      const float expected = 2.0f + (i < 2000 ? 8.0f : 6.0f) * (1.0f + i % 7);
      max_error = fmaxf(max_error, fabsf(y[i] - expected));
    }
    printf("n = %6d: last %.1f, largest error %.1f\n", n, y[n - 1], max_error);
  }
  cudaFree(d_x);
  cudaFree(d_y);
  free(x);
  free(y);
}
