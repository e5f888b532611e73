// Control flow in kernels: switch with fall-through, goto, do-while, nested breaks, the comma operator, early returns.
#include <stdio.h>

__device__ int collatz(unsigned n) {
  int steps = 0;
again:
  if (n == 1) return steps;
  n = n % 2 ? 3 * n + 1 : n / 2;
  ++steps;
  goto again;
}
__device__ bool is_prime(int n) {
  if (n < 2) return false;
  for (int d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return true;
}
__device__ int digits(int n) {
  int count = 0;
  do {
    ++count;
    n /= 10;
  } while (n);
  return count;
}
__global__ void run(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = 0;
  switch (i % 4) {
    case 0:
      value = collatz(i + 1);
      break;
    case 1:
      value += 1000;
      /* falls through */
    case 2:
      value += is_prime(i) ? 1 : 0;
      break;
    default: {
      const int squared = i * i;
      value = digits(squared);
    }
  }
  out[i] = value;
}
__global__ void search(const int* grid, int width, int height, int wanted, int* where) {
  int x = -1, y = -1;
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) {
      if (grid[r * width + c] == wanted) {
        x = c, y = r;
        break;
      }
    }
    if (x >= 0) break;
  }
  where[0] = x, where[1] = y;
}

int main() {
  int host[32], *out, *where;
  cudaMalloc(&out, sizeof(host));
  cudaMalloc(&where, 2 * sizeof(int));
  run<<<2, 16>>>(out, 32);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) printf("%d%c", host[i], i % 8 == 7 ? '\n' : ' ');
  search<<<1, 1>>>(out, 8, 4, 1001, where);
  cudaMemcpy(host, where, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("first 1001 at column %d, row %d\n", host[0], host[1]);
  return 0;
}
