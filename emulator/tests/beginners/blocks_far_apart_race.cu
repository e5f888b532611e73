// Block b and block b + 32 write the same element.
#include <cstdio>

__global__ void numbers(int* out) {
  if (threadIdx.x == 0) out[blockIdx.x % 32] = blockIdx.x;  //~ race in global memory
}

int main() {
  int numbers_of_blocks[32], *out;
  cudaMalloc(&out, sizeof numbers_of_blocks);
  numbers<<<64, 32>>>(out);
  cudaMemcpy(numbers_of_blocks, out, sizeof numbers_of_blocks, cudaMemcpyDeviceToHost);
  for (int number : numbers_of_blocks) printf("%d ", number);
  cudaFree(out);
}
