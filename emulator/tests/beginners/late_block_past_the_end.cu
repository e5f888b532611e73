// One of many blocks reads far outside of its array; the program looks at the status, and says only that it failed.
#include <cstdio>
#include <vector>

__global__ void gather(const int* at, const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[at[i]];  //~ kernel that failed
}

int main() {
  const int n = 5000000;
  std::vector<int> index(n);
  for (int i = 0; i < n; i++) index[i] = i == 3123456 ? -50000000 : n - 1 - i;
  int *at, *from, *to;
  cudaMalloc(&at, n * sizeof(int));
  cudaMalloc(&from, n * sizeof(int));
  cudaMalloc(&to, n * sizeof(int));
  cudaMemcpy(at, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(from, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  gather<<<(n + 127) / 128, 128>>>(at, from, to, n);
  cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) {
    printf("sorry, it failed\n");
    return 2;
  }
  cudaFree(at);
  cudaFree(from);
  cudaFree(to);
  return 0;
}
