// Dynamic shared memory that holds two arrays of different types.
#include <vector>

extern __shared__ unsigned char raw[];

__global__ void averages(const float* in, const int* group, float* out, int n, int groups) {
  float* sums = reinterpret_cast<float*>(raw);
  int* counts = reinterpret_cast<int*>(sums + groups);
  for (int g = threadIdx.x; g < groups; g += blockDim.x) {
    sums[g] = 0.f;
    counts[g] = 0;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(sums + group[i], in[i]);
    atomicAdd(counts + group[i], 1);
  }
  __syncthreads();
  for (int g = threadIdx.x; g < groups; g += blockDim.x) out[g] = counts[g] ? sums[g] / counts[g] : 0.f;
}

int main() {
  const int n = 1000, groups = 9;
  std::vector<float> x(n), mean(groups);
  std::vector<int> g(n);
  for (int i = 0; i < n; ++i) {
    g[i] = (i * 7) % 8;  // nobody is in the last one
    x[i] = static_cast<float>(g[i]);
  }
  float *dx, *dm;
  int* dg;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dg, n * sizeof(int));
  cudaMalloc(&dm, groups * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyDefault);
  cudaMemcpy(dg, g.data(), n * sizeof(int), cudaMemcpyDefault);
  averages<<<1, 128, groups*(sizeof(float) + sizeof(int))>>>(dx, dg, dm, n, groups);
  cudaMemcpy(mean.data(), dm, groups * sizeof(float), cudaMemcpyDefault);
  cudaFree(dx);
  cudaFree(dg);
  cudaFree(dm);
  for (int i = 0; i < 8; ++i)
    if (mean[i] != i) return 1;
  return mean[8] != 0;
}
