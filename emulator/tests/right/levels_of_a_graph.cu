// A search level by level: each thread reads its node, and sets the level of neighbours that have none yet.
#include <cuda_runtime.h>

#include <cstdio>
__global__ void expand(const int* offsets, const int* edges, int* level, int current, int* again, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != current) return;
  for (int e = offsets[v]; e < offsets[v + 1]; e++) {
    int w = edges[e];
    if (level[w] == -1) {
      level[w] = current + 1;
      *again = 1;
    }
  }
}
int main() {
  const int nodes = 400;
  int offsets[nodes + 1], edges[nodes * 4], level[nodes];
  for (int v = 0; v < nodes; v++) {
    offsets[v] = 4 * v;
    for (int k = 0; k < 4; k++) edges[4 * v + k] = (v * 3 + k * 5 + 1) % nodes;
    level[v] = v ? -1 : 0;
  }
  offsets[nodes] = 4 * nodes;
  int *o, *e, *l, *again, more = 1;
  cudaMalloc(&o, sizeof(offsets));
  cudaMalloc(&e, sizeof(edges));
  cudaMalloc(&l, sizeof(level));
  cudaMalloc(&again, 4);
  cudaMemcpy(o, offsets, sizeof(offsets), cudaMemcpyHostToDevice);
  cudaMemcpy(e, edges, sizeof(edges), cudaMemcpyHostToDevice);
  cudaMemcpy(l, level, sizeof(level), cudaMemcpyHostToDevice);
  for (int k = 0; more; k++) {
    more = 0;
    cudaMemcpy(again, &more, 4, cudaMemcpyHostToDevice);
    expand<<<4, 128>>>(o, e, l, k, again, nodes);
    cudaMemcpy(&more, again, 4, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(level, l, sizeof(level), cudaMemcpyDeviceToHost);
  printf("%d %d\n", level[5], level[300]);
  cudaFree(o);
  cudaFree(e);
  cudaFree(l);
  cudaFree(again);
}
