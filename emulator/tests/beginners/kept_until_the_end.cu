// main frees none of its allocations, as in many short programs. The end of the process frees them, so the only message
// is a hint.
#include <cstdio>

__global__ void squares(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

int main() {
  const int n = 1000;
  int in[n], out[n], *in_d, *out_d;
  for (int i = 0; i < n; i++) in[i] = i;
  cudaMalloc(&in_d, sizeof in);    //~ never freed
  cudaMalloc(&out_d, sizeof out);  //~ never freed
  //= microscope: hint: leak: 4000 bytes
  cudaMemcpy(in_d, in, sizeof in, cudaMemcpyHostToDevice);
  squares<<<(n + 255) / 256, 256>>>(in_d, out_d, n);
  cudaMemcpy(out, out_d, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    if (out[i] != i * i) return 1;
  }
  std::printf("right\n");
  return 0;
}
