// A heat map: the column is compared with the number of rows, and the row with the number of columns.
#include <cstdio>
#include <vector>

__global__ void cool(float* plate, int rows, int cols, float amount) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= rows || r >= cols) return;  //~ is the column in r * cols + c, and is compared with rows
  int cell = r * cols + c;
  plate[cell] = plate[cell] - amount;
}

int main() {
  const int rows = 64, cols = 96;
  std::vector<float> plate(rows * cols, 20.0f);
  float* d_plate;
  cudaMalloc(&d_plate, plate.size() * sizeof(float));
  cudaMemcpy(d_plate, plate.data(), plate.size() * sizeof(float), cudaMemcpyHostToDevice);
  cool<<<dim3(cols / 16, rows / 16), dim3(16, 16)>>>(d_plate, rows, cols, 1.5f);
  cudaMemcpy(plate.data(), d_plate, plate.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f %f\n", plate[0], plate[cols - 1]);
  cudaFree(d_plate);
  return 0;
}
