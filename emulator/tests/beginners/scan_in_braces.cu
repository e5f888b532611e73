// The scan of a block without a barrier between reading and storing; the index is initialised by braces.
#include <cstdio>

__global__ void scan(float* x) {
  __shared__ float s[128];
  const int t{static_cast<int>(threadIdx.x)};
  s[t] = x[t];
  for (int stride = 1; stride < 128; stride *= 2) {
    __syncthreads();
    const int other{t - stride};
    if (other >= 0) s[t] += s[other];  //~ race in shared memory
  }
  x[t] = s[t];
}

int main() {
  float values[128], *x;
  for (float& value : values) value = 1;
  cudaMalloc(&x, sizeof values);
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  scan<<<1, 128>>>(x);
  cudaMemcpy(values, x, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(x);
  printf("%g\n", static_cast<double>(values[127]));
}
