// A scan after Brent and Kung: the indices are initialised in braces or brackets, and every step is behind a barrier.
#include <cstdio>

constexpr unsigned section = 512;

__global__ void scan(const float* x, float* y) {
  __shared__ float sums[section];
  const unsigned t{threadIdx.x};
  sums[t] = x[t];
  sums[t + blockDim.x] = x[t + blockDim.x];
  for (unsigned stride{1}; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned index{(t + 1) * 2 * stride - 1}, before(index - stride);
    if (index < section) sums[index] += sums[before];
  }
  for (unsigned stride(section / 4); stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned index((t + 1) * 2 * stride - 1);
    if (index + stride < section) sums[index + stride] += sums[index];
  }
  __syncthreads();
  y[t] = sums[t];
  y[t + blockDim.x] = sums[t + blockDim.x];
}

int main() {
  float values[section], *x, *y;
  for (unsigned i = 0; i < section; ++i) values[i] = static_cast<float>(i % 3);
  cudaMalloc(&x, sizeof values);
  cudaMalloc(&y, sizeof values);
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  scan<<<1, section / 2>>>(x, y);
  cudaMemcpy(values, y, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  printf("%g\n", static_cast<double>(values[section - 1]));
}
