// More blocks than the array needs: those without elements go on to each barrier of the grid, and some blocks have
// ended when the last barrier is behind them.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__global__ void normalise(float* v, float* parts, int n) {
  cg::grid_group grid = cg::this_grid();
  const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int k = first; k < n && k < first + int(blockDim.x); ++k) sum += v[k];
    parts[blockIdx.x] = sum;
  }
  grid.sync();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    for (unsigned b = 1; b < gridDim.x; ++b) parts[0] += parts[b];
  }
  grid.sync();
  if (first >= n) return;
  if (i < n) v[i] /= parts[0];
}

int main() {
  int n = 200;
  const int blocks = 8;
  std::vector<float> h(n, 4.0f);
  float *v, *parts;
  cudaMalloc(&v, n * sizeof(float));
  cudaMalloc(&parts, blocks * sizeof(float));
  cudaMemcpy(v, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  void* args[] = {&v, &parts, &n};
  if (cudaLaunchCooperativeKernel((void*)normalise, blocks, 64, args, 0, nullptr) != cudaSuccess) return 1;
  if (cudaMemcpy(h.data(), v, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%s\n", h[0] == 1.0f / n && h[n - 1] == h[0] ? "right" : "wrong");
  cudaFree(v);
  cudaFree(parts);
  return h[0] == 1.0f / n ? 0 : 1;
}
