// Bitonic sort in place, a launch for each step: pairs by exclusive or.
#include <algorithm>
#include <random>
#include <vector>
__global__ void bitonic_step(unsigned* a, unsigned j, unsigned k) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x, partner = i ^ j;
  if (partner <= i) return;
  const bool up = (i & k) == 0;
  if ((a[i] > a[partner]) == up) {
    const unsigned t = a[i];
    a[i] = a[partner];
    a[partner] = t;
  }
}
int main() {
  const unsigned n = 1u << 9;
  std::mt19937 random(5);
  std::vector<unsigned> h(n), sorted;
  for (auto& v : h) v = random();
  sorted = h;
  std::sort(sorted.begin(), sorted.end());
  unsigned* d;
  cudaMalloc(&d, n * sizeof *d);
  cudaMemcpy(d, h.data(), n * sizeof *d, cudaMemcpyHostToDevice);
  for (unsigned k = 2; k <= n; k <<= 1)
    for (unsigned j = k >> 1; j > 0; j >>= 1) bitonic_step<<<n / 64, 64>>>(d, j, k);
  cudaMemcpy(h.data(), d, n * sizeof *d, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h == sorted ? 0 : 1;
}
