// The mean of integers is computed with an integer division.
//? plain
#include <cstdio>
__global__ void rowMeans(const int* scores, float* mean, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int total = 0;
  for (int c = 0; c < cols; c++) total += scores[r * cols + c];
  mean[r] = total / cols;  //~ the integer division total / cols
}
int main() {
  const int rows = 40, cols = 6;
  int scores[rows * cols];
  float mean[rows];
  for (int i = 0; i < rows * cols; i++) scores[i] = i % 11;
  int* d_scores;
  float* d_mean;
  cudaMalloc(&d_scores, sizeof(scores));
  cudaMalloc(&d_mean, sizeof(mean));
  cudaMemcpy(d_scores, scores, sizeof(scores), cudaMemcpyHostToDevice);
  rowMeans<<<2, 32>>>(d_scores, d_mean, rows, cols);
  cudaMemcpy(mean, d_mean, sizeof(mean), cudaMemcpyDeviceToHost);
  printf("%f\n", mean[3]);
  cudaFree(d_scores);
  cudaFree(d_mean);
}
