// The kernel writes into one array, and the program copies another one back.
//= none of which was ever written
#include <cstdio>
#include <vector>

__global__ void cube(const int* in, int* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = in[i] * in[i] * in[i];
}

int main() {
  const int n = 500;
  std::vector<int> values(n), result(n);
  for (int i = 0; i < n; ++i) values[i] = i;
  int *in, *temp, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&temp, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cube<<<2, 256>>>(in, temp, n);
  cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);  //~ result that was never made
  printf("3^3 = %d\n", result[3]);
  cudaFree(in);
  cudaFree(temp);
  cudaFree(out);
  return 0;
}
