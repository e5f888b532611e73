// The stride of the loop is the block, not the grid.
#include <cstdio>
#include <vector>
__global__ void increment(int* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) a[i] += 1;  //~ race in global memory
}
int main() {
  std::vector<int> a(2000, 5);
  int* d_a;
  cudaMalloc(&d_a, a.size() * sizeof(int));
  cudaMemcpy(d_a, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice);
  increment<<<4, 128>>>(d_a, a.size());
  cudaMemcpy(a.data(), d_a, a.size() * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", a[1999]);
  cudaFree(d_a);
}
