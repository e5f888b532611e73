// A sum by halves without a barrier in the loop.
#include <cstdio>
#include <vector>
const int threads = 256;
__global__ void blockSum(const float* in, float* out) {
  __shared__ float partial[threads];
  int tid = threadIdx.x;
  partial[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (tid < step) partial[tid] += partial[tid + step];  //~ race in shared memory (partial)
  }
  if (tid == 0) out[blockIdx.x] = partial[0];
}
int main() {
  std::vector<float> in(4 * threads, 1.0f), out(4);
  float *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * sizeof(float));
  cudaMalloc(&d_out, out.size() * sizeof(float));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  blockSum<<<4, threads>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", out[0] + out[1] + out[2] + out[3]);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
