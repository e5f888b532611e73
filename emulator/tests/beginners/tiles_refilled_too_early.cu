// A tiled product without the second barrier, at the end of the loop.
//= at the end of the loop
#include <cstdio>
#include <vector>
constexpr int T = 16;
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float s[T][T], u[T][T];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * T + x, row = blockIdx.y * T + y;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    s[y][x] = a[row * n + k + x];  //~ race in shared memory
    u[y][x] = b[(k + y) * n + col];
    __syncthreads();
    for (int j = 0; j < T; ++j) sum += s[y][j] * u[j][x];
  }
  c[row * n + col] = sum;
}
int main() {
  const int n = 64;
  std::vector<float> h(n * n, 1.0f);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  product<<<dim3(4, 4), dim3(T, T)>>>(a, b, c, n);
  cudaMemcpy(h.data(), c, n * n * 4, cudaMemcpyDeviceToHost);
  std::printf("%g\n", h[5]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
