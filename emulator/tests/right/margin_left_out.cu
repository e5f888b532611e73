// A sum of 17 neighbours has 16 elements fewer than its input, and the number of threads is exact.
#include <cstdio>
#include <vector>

__global__ void window(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 16 >= n) return;
  float sum = 0;
  for (int k = 0; k < 17; ++k) sum += in[i + k];
  out[i] = sum;
}

// The gradient at the inner points: nothing is left of the first one and right of the last one.
__global__ void gradient(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i + 1 < n) out[i] = (in[i + 1] - in[i - 1]) / 2;
}

int main() {
  const int n = 1024 + 16;
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i % 7;
  float *d_in, *d_out;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, n * sizeof(float));
  window<<<(n - 16) / 128, 128>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  float last = 0;
  for (int i = n - 17; i < n; ++i) last += in[i];
  int bad = out[n - 17] != last;
  cudaMemset(d_out, 0, n * sizeof(float));
  gradient<<<(n + 127) / 128, 128>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  bad += out[0] != 0 || out[n - 1] != 0 || out[n - 2] != (in[n - 1] - in[n - 3]) / 2;
  cudaFree(d_in);
  cudaFree(d_out);
  std::printf("%d\n", bad);
  return bad;
}
