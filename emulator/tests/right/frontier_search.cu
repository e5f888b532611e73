// Breadth-first search by levels: a queue filled with atomics, two queues in turn.
#include <iostream>
#include <vector>

__global__ void expand(const int* offsets, const int* edges, int* level, const int* frontier, int size, int* next,
                       int* next_size, int depth) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const int v = frontier[i];
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    const int w = edges[e];
    if (atomicCAS(&level[w], -1, depth) == -1) next[atomicAdd(next_size, 1)] = w;
  }
}

int main() {
  const int n = 900, side = 30;
  std::vector<int> offsets{0}, edges;
  for (int v = 0; v < n; ++v) {
    const int x = v % side, y = v / side;
    if (x > 0) edges.push_back(v - 1);
    if (x + 1 < side) edges.push_back(v + 1);
    if (y > 0) edges.push_back(v - side);
    if (y + 1 < side) edges.push_back(v + side);
    offsets.push_back(int(edges.size()));
  }
  int *d_offsets, *d_edges, *d_level, *queue[2], *d_size;
  cudaMalloc(&d_offsets, offsets.size() * sizeof(int));
  cudaMalloc(&d_edges, edges.size() * sizeof(int));
  cudaMalloc(&d_level, n * sizeof(int));
  cudaMalloc(&queue[0], n * sizeof(int));
  cudaMalloc(&queue[1], n * sizeof(int));
  cudaMalloc(&d_size, sizeof(int));
  cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_level, 0xff, n * sizeof(int));
  const int source = 0, zero = 0;
  cudaMemcpy(d_level + source, &zero, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(queue[0], &source, sizeof(int), cudaMemcpyHostToDevice);
  for (int size = 1, depth = 1, from = 0; size > 0; ++depth, from ^= 1) {
    cudaMemset(d_size, 0, sizeof(int));
    expand<<<(size + 63) / 64, 64>>>(d_offsets, d_edges, d_level, queue[from], size, queue[from ^ 1], d_size, depth);
    cudaMemcpy(&size, d_size, sizeof(int), cudaMemcpyDeviceToHost);
  }
  std::vector<int> level(n);
  cudaMemcpy(level.data(), d_level, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int* p : {d_offsets, d_edges, d_level, queue[0], queue[1], d_size}) cudaFree(p);
  for (int v = 0; v < n; ++v)
    if (level[v] != v % side + v / side) return std::cerr << "wrong\n", 1;
}
