// Reads just before and just after an allocation that lies between two others. Its size is a multiple of 2 MB, so on a
// GPU there is valid memory on both sides and no error.
#include <cstdio>

constexpr int n = 1 << 20;

__global__ void average(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float left = in[i - 1], right = in[i + 1];
  out[i] = i > 0 && i < n - 1 ? (left + in[i] + right) / 3 : in[i];
}

__global__ void fill(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i % 7;
}

int main() {
  float *before, *in, *out;
  cudaMalloc(&before, n * sizeof(float));
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  fill<<<n / 256, 256>>>(in);
  average<<<n / 256, 256>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  float first[3], last[3];
  cudaMemcpy(first, out, sizeof first, cudaMemcpyDeviceToHost);
  cudaMemcpy(last, out + n - 3, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("%.4f %.4f %.4f ... %.4f %.4f %.4f\n", first[0], first[1], first[2], last[0], last[1], last[2]);
  average<<<n / 256, 256>>>(before, out);
  std::printf("before the first: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(before);
  cudaFree(in);
  cudaFree(out);
}
