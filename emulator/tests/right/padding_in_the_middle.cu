// Structures with padding between their members, copied whole: no member is unwritten.
#include <cstdio>
#include <vector>
struct Body {
  double x, y;
  char kind;
  float mass;
};
struct Small {
  short id;
  char tag;
  short level;
};
__global__ void start(Body* b, Small* s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  b[i].x = i;
  b[i].y = -i;
  b[i].kind = 1;
  b[i].mass = 2;
  s[i].id = i;
  s[i].tag = 'a';
  s[i].level = 3;
}
__global__ void pull(const Body* b, const Small* s, double* f, int n) {
  __shared__ Body tile[64];
  __shared__ Small labels[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int base = 0; base < n; base += 64) {
    if (base + threadIdx.x < n) {
      tile[threadIdx.x] = b[base + threadIdx.x];
      labels[threadIdx.x] = s[base + threadIdx.x];
    }
    __syncthreads();
    for (int j = 0; j < 64 && base + j < n; ++j) {
      Body o = tile[j];
      Small l = labels[j];
      sum += o.mass * (o.x - i) + l.level + l.id + l.tag;
    }
    __syncthreads();
  }
  if (i < n) f[i] = sum;
}
int main() {
  const int n = 150;
  Body* b;
  Small* s;
  double *f, h[n];
  cudaMalloc(&b, n * sizeof(Body));
  cudaMalloc(&s, n * sizeof(Small));
  cudaMalloc(&f, sizeof h);
  start<<<3, 64>>>(b, s, n);
  pull<<<3, 64>>>(b, s, f, n);
  cudaMemcpy(h, f, sizeof h, cudaMemcpyDeviceToHost);
  std::vector<Body> back(n);
  cudaMemcpy(back.data(), b, n * sizeof(Body), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[1], back[3].y);
  cudaFree(b);
  cudaFree(s);
  cudaFree(f);
}
