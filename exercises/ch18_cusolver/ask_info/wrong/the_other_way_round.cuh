// rejected: not solved, but the matrix is regular
#include <cusolverDn.h>

// Solves a x = b for n unknowns: a is n x n, stored column by column, x has b before and the solution after. work,
// pivots (n numbers) and info (one) are device memory, as a and x. Returns false if a is singular.
bool solve(cusolverDnHandle_t handle, float* a, float* x, int n, float* work, int* pivots, int* info) {
  cusolverDnSgetrf(handle, n, n, a, n, work, pivots, info);
  int failed = 0;
  cudaMemcpy(&failed, info, sizeof failed, cudaMemcpyDeviceToHost);
  if (failed == 0) return false;
  cusolverDnSgetrs(handle, CUBLAS_OP_N, n, 1, a, n, pivots, x, n, info);
  return true;
}
