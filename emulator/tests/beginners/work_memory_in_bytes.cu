// The size of the work memory counts numbers, and is taken for bytes.
#include <cusolverDn.h>

#include <cstdio>
#include <vector>
int main() {
  const int n = 64;
  std::vector<double> h(n * n, 0);
  for (int i = 0; i < n; ++i) h[i * n + i] = 4;
  double *a, *work;
  int *info, *pivots, lwork, i;
  cudaMalloc(&a, n * n * 8);
  cudaMalloc(&info, 4);
  cudaMalloc(&pivots, n * 4);
  cudaMemcpy(a, h.data(), n * n * 8, cudaMemcpyHostToDevice);
  cusolverDnHandle_t s;
  cusolverDnCreate(&s);
  cusolverDnDgetrf_bufferSize(s, n, n, a, n, &lwork);
  cudaMalloc(&work, lwork);
  cusolverDnDgetrf(s, n, n, a, n, work, pivots, info);  //~ reaches 448 bytes past the end of 64 bytes
  cudaMemcpy(&i, info, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(h.data(), a, n * n * 8, cudaMemcpyDeviceToHost);
  printf("%d %g\n", i, h[0]);
  cusolverDnDestroy(s);
  cudaFree(a);
  cudaFree(work);
  cudaFree(info);
  cudaFree(pivots);
}
