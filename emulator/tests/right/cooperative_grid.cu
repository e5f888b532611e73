// One cooperative launch that smooths many times, the whole grid waiting between the steps.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__global__ void relax(float* a, float* b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; ++s) {
    for (unsigned i = grid.thread_rank(); i < unsigned(n); i += grid.size()) {
      b[i] = i == 0 || i == unsigned(n) - 1 ? a[i] : 0.5f * (a[i - 1] + a[i + 1]);
    }
    grid.sync();
    float* t = a;
    a = b;
    b = t;
  }
}

int main() {
  int n = 600, steps = 10;
  std::vector<float> h(n, 0), e;
  h[0] = 64;
  h[n - 1] = -64;
  e = h;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  void* args[] = {&a, &b, &n, &steps};
  cudaError_t err = cudaLaunchCooperativeKernel((void*)relax, dim3(4), dim3(64), args, 0, nullptr);
  if (err != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(err));
    return 1;
  }
  cudaMemcpy(h.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int s = 0; s < steps; ++s) {
    std::vector<float> f = e;
    for (int i = 1; i < n - 1; ++i) f[i] = 0.5f * (e[i - 1] + e[i + 1]);
    e.swap(f);
  }
  cudaFree(a);
  cudaFree(b);
  return e == h ? 0 : 1;
}
