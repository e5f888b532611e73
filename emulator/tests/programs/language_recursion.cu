// Recursion in device code: Ackermann's function, the towers of Hanoi, a walk over a binary tree.
#include <cstdio>

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ long long hanoi(int discs, int from, int to, int spare) {
  if (discs == 0) return 0;
  return hanoi(discs - 1, from, spare, to) + 1 + hanoi(discs - 1, spare, to, from);
}
struct Node {
  int value, left, right;
};
__device__ int depth_of(const Node* tree, int at) {
  if (at < 0) return 0;
  return 1 + max(depth_of(tree, tree[at].left), depth_of(tree, tree[at].right));
}
__device__ int sum_of(const Node* tree, int at) {
  return at < 0 ? 0 : tree[at].value + sum_of(tree, tree[at].left) + sum_of(tree, tree[at].right);
}
__device__ unsigned gcd(unsigned a, unsigned b) {
  return b ? gcd(b, a % b) : a;
}

__global__ void run(const Node* tree, long long* out) {
  switch (threadIdx.x) {
    case 0:
      out[0] = ackermann(2, 5);
      break;
    case 1:
      out[1] = hanoi(10, 0, 2, 1);
      break;
    case 2:
      out[2] = depth_of(tree, 0);
      break;
    case 3:
      out[3] = sum_of(tree, 0);
      break;
    case 4:
      out[4] = gcd(1071, 462);
      break;
  }
}

int main() {
  const Node tree[] = {{8, 1, 2}, {3, 3, 4}, {10, -1, 5}, {1, -1, -1}, {6, -1, -1}, {14, 6, -1}, {13, -1, -1}};
  Node* nodes;
  long long *out, host[5];
  cudaDeviceSetLimit(cudaLimitStackSize, 16384);
  cudaMalloc(&nodes, sizeof tree);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(nodes, tree, sizeof tree, cudaMemcpyHostToDevice);
  run<<<1, 32>>>(nodes, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("ackermann(2, 5) = %lld\n", host[0]);
  printf("hanoi(10) = %lld moves\n", host[1]);
  printf("depth %lld, sum %lld\n", host[2], host[3]);
  printf("gcd %lld\n", host[4]);
  cudaFree(nodes);
  cudaFree(out);
}
