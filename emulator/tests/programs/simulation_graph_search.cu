// Graphs of nodes and edges: breadth-first search by frontiers, shortest paths by relaxation, connected components.
#include <cstdio>
#include <vector>

__global__ void bfs_level(const int* row, const int* edge, int* distance, int n, int level, int* found) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != level) return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    if (atomicCAS(&distance[edge[e]], -1, level + 1) == -1) *found = 1;
  }
}
__global__ void relax(const int* row, const int* edge, const int* weight, int* cost, int n, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || cost[v] == 1 << 30) return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    const int through = cost[v] + weight[e];
    if (through < atomicMin(&cost[edge[e]], through)) *changed = 1;
  }
}
__global__ void spread_labels(const int* row, const int* edge, int* label, int n, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    if (label[v] < atomicMin(&label[edge[e]], label[v])) *changed = 1;
  }
}
int* to_device(const std::vector<int>& v) {
  int* p;
  cudaMallocManaged(&p, v.size() * sizeof(int));
  cudaMemcpy(p, v.data(), v.size() * sizeof(int), cudaMemcpyDefault);
  return p;
}

int main() {
  const int n = 300;
  std::vector<int> row(1, 0), edge, weight;
  for (int v = 0; v < n; ++v) {
    for (int u : {v + 3, v - 3, v * 2 % n}) {
      if (u >= 0 && u < n && u % 3 == v % 3) edge.push_back(u), weight.push_back(1 + (u * 7 + v) % 10);
    }
    row.push_back(edge.size());
  }
  int *d_row = to_device(row), *d_edge = to_device(edge), *d_weight = to_device(weight), *flag;
  cudaMallocManaged(&flag, sizeof(int));
  std::vector<int> start(n, -1), infinite(n, 1 << 30), own(n);
  start[0] = infinite[0] = 0;
  for (int v = 0; v < n; ++v) own[v] = v;
  int *distance = to_device(start), *cost = to_device(infinite), *label = to_device(own), levels = 0;
  do {
    *flag = 0;
    bfs_level<<<3, 128>>>(d_row, d_edge, distance, n, levels++, flag);
    cudaDeviceSynchronize();
  } while (*flag);
  do {
    *flag = 0;
    relax<<<3, 128>>>(d_row, d_edge, d_weight, cost, n, flag);
    cudaDeviceSynchronize();
  } while (*flag);
  do {
    *flag = 0;
    spread_labels<<<3, 128>>>(d_row, d_edge, label, n, flag);
    cudaDeviceSynchronize();
  } while (*flag);
  int reached = 0, components = 0;
  long long costs = 0;
  for (int v = 0; v < n; ++v) {
    reached += distance[v] >= 0;
    costs += distance[v] >= 0 ? cost[v] : 0;
    components += label[v] == v;
  }
  printf("%zu edges, %d levels, %d reached, distance of 297: %d\n", edge.size(), levels, reached, distance[297]);
  printf("costs %lld, cost of 297: %d, %d components\n", costs, cost[297], components);
}
