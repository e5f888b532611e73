// The filter's weights are read from the constant memory, and were only set on the host.
#include <cstdio>
#include <vector>
__constant__ float weights[3];
__global__ void filter(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] =
        weights[0] * in[i - 1] + weights[1] * in[i] + weights[2] * in[i + 1];  //~ constant memory that is never filled
  else if (i < n)
    out[i] = in[i];
}
int main() {
  const int n = 1000;
  std::vector<float> h(n, 2.0f);
  const float h_weights[3] = {0.25f, 0.5f, 0.25f};
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  filter<<<(n + 255) / 256, 256>>>(in, out, n);
  cudaMemcpy(h.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f of weights %f\n", h[500], h_weights[1]);
  cudaFree(in);
  cudaFree(out);
}
