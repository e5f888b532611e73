// Two buffers in turn. The next copy starts before all threads have read the buffer that it fills: the barrier at the
// end of the loop is missing.
#include <cuda_pipeline.h>

#include <cstdio>
__global__ void sum(const int* x, int* out, int tiles) {
  __shared__ alignas(16) int buffer[2][64];
  const int t = threadIdx.x;
  int s = 0;
  __pipeline_memcpy_async(&buffer[0][t], x + t, 4);
  __pipeline_commit();
  for (int i = 0; i < tiles; i++) {
    if (i + 1 < tiles) __pipeline_memcpy_async(&buffer[(i + 1) % 2][t], x + 64 * (i + 1) + t, 4);  //~ race in shared
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    s += buffer[i % 2][63 - t];  //~ read too early
  }
  out[t] = s;
}
int main() {
  int h[12 * 64], *x, *out;
  for (int i = 0; i < 12 * 64; i++) h[i] = i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(x, out, 12);
  cudaMemcpy(h, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(x);
  cudaFree(out);
}
