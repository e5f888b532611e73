// The kernel is given the pitch of the map and computes with its width.
#include <cstdio>
#include <vector>

__global__ void addRain(int* lake, size_t pitchInBytes, int cols, int rows, int rain) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < cols && r < rows) {
    int at = r * cols + c;  //~ pitchInBytes is never used here
    lake[at] += rain;       //~ uninitialised device memory
  }
}

int main() {
  const int cols = 70, rows = 30;
  std::vector<int> lake(cols * rows, 5);
  int* d_lake;
  size_t pitchInBytes;
  cudaMallocPitch(&d_lake, &pitchInBytes, cols * sizeof(int), rows);
  cudaMemcpy2D(d_lake, pitchInBytes, lake.data(), cols * sizeof(int), cols * sizeof(int), rows, cudaMemcpyHostToDevice);
  addRain<<<dim3(5, 2), dim3(16, 16)>>>(d_lake, pitchInBytes, cols, rows, 2);
  cudaMemcpy2D(lake.data(), cols * sizeof(int), d_lake, pitchInBytes, cols * sizeof(int), rows, cudaMemcpyDeviceToHost);
  printf("%d\n", lake[cols * rows - 1]);
  cudaFree(d_lake);
  return 0;
}
