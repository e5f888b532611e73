// sizeof of a pointer that new returned.
//? plain
//= what it points to has n * sizeof(*result) bytes
#include <cstdio>

__global__ void powers(int* out) {
  out[threadIdx.x] = 1 << threadIdx.x;
}

int main() {
  int* result = new int[16];
  for (int i = 0; i < 16; i++) result[i] = 0;
  int* gpu;
  cudaMalloc(&gpu, 16 * sizeof(int));
  powers<<<1, 16>>>(gpu);
  cudaMemcpy(result, gpu, sizeof(result), cudaMemcpyDeviceToHost);  //~ sizeof(result) is 8
  for (int i = 0; i < 16; i++) printf("2^%d = %d\n", i, result[i]);
  cudaFree(gpu);
  delete[] result;
  return 0;
}
