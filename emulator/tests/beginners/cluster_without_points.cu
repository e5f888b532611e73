// The new centre of a cluster is the mean of its points; one of the clusters has none.
#include <stdio.h>
__global__ void move_centres(const int* sums, const int* counts, int* centres, int clusters) {
  int c = threadIdx.x;
  if (c < clusters) centres[c] = sums[c] / counts[c];  //~ division by zero
}
int main() {
  int sums[4] = {100, 0, 300, 50}, counts[4] = {10, 0, 20, 5}, centres[4];
  int *d_sums, *d_counts, *d_centres;
  cudaMalloc(&d_sums, sizeof(sums));
  cudaMalloc(&d_counts, sizeof(counts));
  cudaMalloc(&d_centres, sizeof(centres));
  cudaMemcpy(d_sums, sums, sizeof(sums), cudaMemcpyHostToDevice);
  cudaMemcpy(d_counts, counts, sizeof(counts), cudaMemcpyHostToDevice);
  move_centres<<<1, 32>>>(d_sums, d_counts, d_centres, 4);
  cudaMemcpy(centres, d_centres, sizeof(centres), cudaMemcpyDeviceToHost);
  for (int c = 0; c < 4; c++) printf("%d\n", centres[c]);
  cudaFree(d_sums);
  cudaFree(d_counts);
  cudaFree(d_centres);
  return 0;
}
