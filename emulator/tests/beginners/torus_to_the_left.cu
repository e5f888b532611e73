// (x - 1) % n is -1 at the left border.
#include <cstdio>
__global__ void lifeStep(const unsigned char* cur, unsigned char* next, int n) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= n || y >= n) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) alive += cur[((y + dy) % n) * n + (x + dx) % n];  //~ out of bounds
  next[y * n + x] = alive == 3 || (alive == 2 && cur[y * n + x]);
}
int main() {
  const int n = 64;
  static unsigned char board[n * n];
  board[5 * n + 5] = board[5 * n + 6] = board[5 * n + 7] = 1;
  unsigned char *a, *b;
  cudaMalloc(&a, n * n);
  cudaMalloc(&b, n * n);
  cudaMemcpy(a, board, n * n, cudaMemcpyHostToDevice);
  lifeStep<<<dim3(4, 4), dim3(16, 16)>>>(a, b, n);
  cudaMemcpy(board, b, n * n, cudaMemcpyDeviceToHost);
  printf("%d\n", board[6 * n + 6]);
  cudaFree(a);
  cudaFree(b);
}
