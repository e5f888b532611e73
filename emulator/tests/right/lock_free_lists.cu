// Buckets of linked lists: each thread pushes its node by atomicCAS.
#include <cstdio>
#include <cstring>
#include <vector>

struct Node {
  int key;
  int next;  // index, -1: the end
};

__global__ void push(Node* nodes, int* heads, const int* keys, int n, int buckets) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  nodes[i].key = keys[i];
  int* head = &heads[keys[i] % buckets];
  int old = *(volatile int*)head, seen;
  do {
    seen = old;
    nodes[i].next = seen;
    __threadfence();
    old = atomicCAS(head, seen, i);
  } while (old != seen);
}

__global__ void lengths(const Node* nodes, const int* heads, int* length, int buckets) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= buckets) return;
  int count = 0;
  for (int i = heads[b]; i >= 0; i = nodes[i].next) ++count;
  length[b] = count;
}

int main() {
  const int n = 500, buckets = 37;
  std::vector<int> keys(n), length(buckets), expected(buckets);
  for (int i = 0; i < n; ++i) ++expected[(keys[i] = i * 31 % 1009) % buckets];
  Node* nodes;
  int *heads, *k, *l;
  cudaMalloc(&nodes, n * sizeof(Node));
  cudaMalloc(&heads, buckets * sizeof(int));
  cudaMalloc(&k, n * sizeof(int));
  cudaMalloc(&l, buckets * sizeof(int));
  cudaMemset(heads, -1, buckets * sizeof(int));
  cudaMemcpy(k, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  push<<<4, 128>>>(nodes, heads, k, n, buckets);
  lengths<<<1, 64>>>(nodes, heads, l, buckets);
  cudaMemcpy(length.data(), l, buckets * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(nodes), cudaFree(heads), cudaFree(k), cudaFree(l);
  return length == expected ? 0 : 1;
}
