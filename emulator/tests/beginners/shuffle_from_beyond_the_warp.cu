// The sum of a warp begins with a distance of a whole warp.
#include <cstdio>
#include <vector>
__global__ void sums(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0;
  for (int offset = warpSize; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);  //~ shuffles over 32 lanes, and there are 32
  if (threadIdx.x % warpSize == 0) atomicAdd(out, v);
}
int main() {
  const int n = 1000;
  std::vector<float> h(n, 1);
  float *in, *out, sum;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(out, 0, sizeof(float));
  cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<(n + 255) / 256, 256>>>(in, out, n);
  cudaMemcpy(&sum, out, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", sum);
  cudaFree(in);
  cudaFree(out);
}
