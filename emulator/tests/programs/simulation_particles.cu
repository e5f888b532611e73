// Arrays of structures and structures of arrays, k-means clustering, and the cell of each particle.
#include <cstdio>

struct Particle {
  float x, y;
  int cell;
};
struct Particles {
  float *x, *y;
  int* cell;
};
__global__ void make(Particle* a, Particles s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = (i * 37 % 100) * 0.125f, y = (i * 53 % 90) * 0.125f;
  a[i] = {x, y, -1};
  s.x[i] = x;
  s.y[i] = y;
}
__global__ void find_cells(Particle* a, Particles s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  a[i].cell = (int)a[i].y * 16 + (int)a[i].x;
  s.cell[i] = (int)s.y[i] * 16 + (int)s.x[i];
}
__global__ void assign(Particles s, int n, const float2* centre, int k, int* owner, float* sums, int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int best = 0;
  float nearest = 1e30f;
  for (int c = 0; c < k; ++c) {
    const float dx = s.x[i] - centre[c].x, dy = s.y[i] - centre[c].y, d = dx * dx + dy * dy;
    if (d < nearest) nearest = d, best = c;
  }
  owner[i] = best;
  atomicAdd(&sums[2 * best], s.x[i]);
  atomicAdd(&sums[2 * best + 1], s.y[i]);
  atomicAdd(&counts[best], 1);
}
__global__ void move(float2* centre, float* sums, int* counts, int k) {
  const int c = threadIdx.x;
  if (c >= k) return;
  if (counts[c]) centre[c] = make_float2(sums[2 * c] / counts[c], sums[2 * c + 1] / counts[c]);
  sums[2 * c] = sums[2 * c + 1] = 0;
  counts[c] = 0;
}

int main() {
  const int n = 1000, k = 3;
  Particle* a;
  Particles s;
  float2* centre;
  float* sums;
  int *owner, *counts;
  cudaMallocManaged(&a, n * sizeof *a);
  cudaMallocManaged(&s.x, n * sizeof(float));
  cudaMallocManaged(&s.y, n * sizeof(float));
  cudaMallocManaged(&s.cell, n * sizeof(int));
  cudaMallocManaged(&centre, k * sizeof *centre);
  cudaMallocManaged(&sums, 2 * k * sizeof(float));
  cudaMallocManaged(&owner, n * sizeof(int));
  cudaMallocManaged(&counts, k * sizeof(int));
  make<<<8, 128>>>(a, s, n);
  find_cells<<<8, 128>>>(a, s, n);
  cudaDeviceSynchronize();
  int same = 0, cells = 0;
  for (int i = 0; i < n; ++i) same += a[i].cell == s.cell[i], cells += s.cell[i];
  printf("%d the same, cells add up to %d\n", same, cells);
  for (int c = 0; c < k; ++c) centre[c] = make_float2(4 * c, 3 * c), sums[2 * c] = sums[2 * c + 1] = 0, counts[c] = 0;
  for (int round = 0; round < 10; ++round) {
    assign<<<8, 128>>>(s, n, centre, k, owner, sums, counts);
    move<<<1, 32>>>(centre, sums, counts, k);
  }
  cudaDeviceSynchronize();
  int sizes[k] = {};
  for (int i = 0; i < n; ++i) ++sizes[owner[i]];
  for (int c = 0; c < k; ++c) printf("centre (%.2f, %.2f) of %d\n", centre[c].x, centre[c].y, sizes[c]);
}
