// Samples in a pseudo-random order: the product no longer fits into an int in the last third of the blocks.
#include <cstdio>
#include <vector>

__global__ void scatter(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int to = (i * 1009) % n;  //~ integer overflow
  out[to] = in[i];          //~ kernel that failed
}

int main() {
  const int n = 3000001, threads = 256;
  std::vector<float> values(n, 1.0f);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scatter<<<(n + threads - 1) / threads, threads>>>(in, out, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    printf("the kernel failed\n");
    return 1;
  }
  cudaMemcpy(values.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", values[n - 1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
