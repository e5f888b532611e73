// Conway's Game of Life on a torus, with bits packed into words and with bytes; a glider returns to its start.
#include <cstdio>
#include <cstring>
#include <utility>

const int size = 32;

__global__ void bytes_step(const unsigned char* now, unsigned char* next) {
  const int x = threadIdx.x, y = blockIdx.x;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx || dy) neighbours += now[(y + dy + size) % size * size + (x + dx + size) % size];
    }
  }
  const bool alive = now[y * size + x];
  next[y * size + x] = neighbours == 3 || (alive && neighbours == 2);
}
__global__ void bits_step(const unsigned* now, unsigned* next) {  // a row is a word
  const int y = threadIdx.x;
  const unsigned rows[3] = {now[(y + size - 1) % size], now[y], now[(y + 1) % size]};
  unsigned ones = 0, twos = 0, fours = 0;
  for (int r = 0; r < 3; ++r) {
    const unsigned left = __funnelshift_l(rows[r], rows[r], 1), right = __funnelshift_r(rows[r], rows[r], 1);
    const unsigned neighbours[3] = {left, right, r == 1 ? 0u : rows[r]};
    for (unsigned bit : neighbours) {  // add one bit to 32 counters at once
      const unsigned carry = ones & bit;
      ones ^= bit;
      fours |= twos & carry;
      twos ^= carry;
    }
  }
  next[y] = twos & ~fours & (ones | rows[1]);
}

int main() {
  unsigned char *a, *b;
  unsigned *p, *q;
  cudaMallocManaged(&a, size * size);
  cudaMallocManaged(&b, size * size);
  cudaMallocManaged(&p, size * sizeof(unsigned));
  cudaMallocManaged(&q, size * sizeof(unsigned));
  memset(a, 0, size * size);
  memset(p, 0, size * sizeof(unsigned));
  const int cells[][2] = {{1, 0},   {2, 1},   {0, 2},   {1, 2},   {2, 2},   {20, 20},
                          {21, 20}, {22, 20}, {10, 25}, {11, 25}, {10, 26}, {11, 26}};
  for (auto& c : cells) {
    a[c[1] * size + c[0]] = 1;
    p[c[1]] |= 1u << c[0];
  }
  for (int generation = 0; generation < 40; ++generation) {
    bytes_step<<<size, size>>>(a, b);
    bits_step<<<1, size>>>(p, q);
    std::swap(a, b);
    std::swap(p, q);
  }
  cudaDeviceSynchronize();
  int alive = 0, different = 0;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      alive += a[y * size + x];
      different += a[y * size + x] != (p[y] >> x & 1);
    }
  }
  printf("%d alive, %d different\n", alive, different);
  for (int y = 8; y < 28; y += 1) {
    for (int x = 8; x < 28; ++x) putchar(a[y * size + x] ? 'O' : '.');
    putchar('\n');
  }
}
