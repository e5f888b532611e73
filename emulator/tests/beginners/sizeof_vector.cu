// sizeof of a vector: 24 bytes, whatever it holds.
#include <iostream>
#include <vector>
__global__ void square(int* x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] *= x[i];  //~ uninitialised device memory
}
int main() {
  std::vector<int> numbers(200);
  for (int i = 0; i < 200; i++) numbers[i] = i;
  int* d;
  cudaMalloc(&d, 200 * sizeof(int));
  cudaMemcpy(d, numbers.data(), sizeof(numbers), cudaMemcpyHostToDevice);  //~ sizeof(numbers) is 24
  square<<<1, 256>>>(d, 200);
  cudaMemcpy(numbers.data(), d, sizeof(numbers), cudaMemcpyDeviceToHost);  //~ sizeof(numbers) is 24
  std::cout << numbers[10] << std::endl;
  cudaFree(d);
}
