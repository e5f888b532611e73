// Points per match: the index is computed with the number of blocks instead of the number of threads in a block.
#include <stdio.h>
#include <stdlib.h>

__global__ void points(const int* wins, const int* draws, int* table, int teams) {
  int team = threadIdx.x + blockIdx.x * gridDim.x;               //~ is the number of blocks, and a block has
  if (team < teams) table[team] = 3 * wins[team] + draws[team];  //~ race in global memory
}

int main() {
  int teams = 96, threads = 32, blocks = (teams + threads - 1) / threads;
  size_t bytes = teams * sizeof(int);
  int *h = (int*)malloc(bytes), *wins, *draws, *table;
  for (int i = 0; i < teams; i++) h[i] = i % 5;
  cudaMalloc(&wins, bytes);
  cudaMalloc(&draws, bytes);
  cudaMalloc(&table, bytes);
  cudaMemcpy(wins, h, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(draws, h, bytes, cudaMemcpyHostToDevice);
  cudaMemset(table, 0, bytes);
  points<<<blocks, threads>>>(wins, draws, table, teams);
  cudaMemcpy(h, table, bytes, cudaMemcpyDeviceToHost);
  printf("last team: %d points\n", h[teams - 1]);
  cudaFree(wins);
  cudaFree(draws);
  cudaFree(table);
  free(h);
  return 0;
}
