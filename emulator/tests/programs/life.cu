// The Game of Life on a torus, with two buffers that are swapped and a two-dimensional block.
#include <stdio.h>
#include <string.h>

#define N 12

__global__ void generation(const char* now, char* next) {
  int x = threadIdx.x, y = threadIdx.y, neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) neighbours += now[(y + dy + N) % N * N + (x + dx + N) % N];
  next[y * N + x] = neighbours == 3 || (neighbours == 2 && now[y * N + x]);
}

int main() {
  char field[N * N] = {0};
  field[1] = field[N + 2] = field[2 * N] = field[2 * N + 1] = field[2 * N + 2] = 1;  // a glider
  char* buffer[2];
  for (int i = 0; i < 2; ++i) cudaMalloc((void**)&buffer[i], sizeof field);
  cudaMemcpy(buffer[0], field, sizeof field, cudaMemcpyHostToDevice);
  for (int i = 0; i < 42; ++i) generation<<<1, dim3(N, N)>>>(buffer[i % 2], buffer[(i + 1) % 2]);
  cudaMemcpy(field, buffer[0], sizeof field, cudaMemcpyDeviceToHost);
  for (int y = 0; y < N; ++y) {
    for (int x = 0; x < N; ++x) putchar(field[y * N + x] ? '#' : '.');
    putchar('\n');
  }
  cudaFree(buffer[0]);
  cudaFree(buffer[1]);
  return 0;
}
