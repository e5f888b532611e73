// The first call only returns how much temporary storage is needed; the second one is missing.
#include <cstdio>
#include <cub/cub.cuh>
int main() {
  const int num_items = 5000;
  int* h_in = new int[num_items];
  for (int i = 0; i < num_items; i++) h_in[i] = i % 7;
  int *d_in, *d_sum, sum = 0;
  cudaMalloc(&d_in, num_items * sizeof(int));
  cudaMalloc(&d_sum, sizeof(int));
  cudaMemcpy(d_in, h_in, num_items * sizeof(int), cudaMemcpyHostToDevice);
  void* d_temp = nullptr;
  size_t temp_bytes = 0;
  cub::DeviceReduce::Sum(d_temp, temp_bytes, d_in, d_sum, num_items);
  cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);  //~ result that was never made
  printf("sum = %d\n", sum);
  cudaFree(d_in);
  cudaFree(d_sum);
  delete[] h_in;
}
