// Components of a graph: each edge pulls the larger label down, until nothing changes.
#include <numeric>
#include <vector>

__global__ void hook(const int2* edges, int count, int* label, bool* changed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int a = label[edges[i].x], b = label[edges[i].y];
  if (a == b) return;
  atomicMin(&label[a > b ? edges[i].x : edges[i].y], min(a, b));
  *changed = true;
}

int main() {
  const int n = 200;
  std::vector<int2> edges;
  for (int i = 0; i + 5 < n; ++i) edges.push_back(make_int2(i, i + 5));
  std::vector<int> label(n);
  std::iota(label.begin(), label.end(), 0);
  int2* e;
  int* l;
  bool *c, changed = true;
  cudaMalloc(&e, edges.size() * sizeof(int2));
  cudaMalloc(&l, n * sizeof(int));
  cudaMalloc(&c, 1);
  cudaMemcpy(e, edges.data(), edges.size() * sizeof(int2), cudaMemcpyHostToDevice);
  cudaMemcpy(l, label.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  while (changed) {
    cudaMemset(c, 0, 1);
    hook<<<(int(edges.size()) + 63) / 64, 64>>>(e, int(edges.size()), l, c);
    cudaMemcpy(&changed, c, 1, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(label.data(), l, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(e);
  cudaFree(l);
  cudaFree(c);
  for (int i = 0; i < n; ++i)
    if (label[i] != i % 5) return 1;
  return 0;
}
