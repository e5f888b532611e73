// Far more memory than there is; the pointer stays null, and the host crashes at it.
//? plain
//= No memory, so the pointer is null
#include <stdio.h>
int main() {
  size_t n = 1000ull * 1000 * 1000 * 1000;
  double* grid = NULL;
  cudaMallocManaged(&grid, n * sizeof(double));  //~ call that failed
  grid[0] = 1.0;
  printf("%f\n", grid[0]);
  cudaFree(grid);
  return 0;
}
