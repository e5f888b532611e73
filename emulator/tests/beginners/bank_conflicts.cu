// A column of a 32 x 32 tile lies in one bank.
//= bank conflicts
#include <cstdio>
__global__ void transpose(const int* in, int* out) {
  __shared__ int tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  //~ hint: cost
}
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&out, 4096);
  for (int i = 0; i < 1024; i++) in[i] = i;
  transpose<<<1, dim3(32, 32)>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d\n", out[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
