// A GPU makes 0 of a negative number that becomes unsigned, and no cast says that it becomes one.
//? plain only
#include <cstdio>

__global__ void shift(const float* x, unsigned* u, int n) {
  const int i = threadIdx.x;
  if (i < n) u[i] = x[i] - 2.0f;  //~ note: -2 does not fit in 'unsigned int': a GPU gives 0, this program 4294967294
}

int main() {
  const int n = 32;
  float* x;
  unsigned* u;
  cudaMallocManaged(&x, n * sizeof *x);
  cudaMallocManaged(&u, n * sizeof *u);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  shift<<<1, n>>>(x, u, n);
  std::printf("%s: %u\n", cudaGetErrorString(cudaDeviceSynchronize()), u[0]);
  cudaFree(x);
  cudaFree(u);
}
