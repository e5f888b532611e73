#include <cuda_pipeline.h>

constexpr int width = 64;  // of a row, and threads of a block

// y[row] = the sum of the row's 64 numbers. Each block adds `each` rows, one after the other.
__global__ void sums(const int* x, int* y, int rows, int each) {
  __shared__ int stage[2][width];
  const int t = threadIdx.x, first = blockIdx.x * each, last = min(rows, first + each);
  if (first >= last) return;

  __pipeline_memcpy_async(&stage[0][t], &x[first * width + t], sizeof(int));
  __pipeline_commit();
  for (int row = first; row < last; ++row) {
    const int now = (row - first) % 2;
    if (row + 1 < last) __pipeline_memcpy_async(&stage[1 - now][t], &x[(row + 1) * width + t], sizeof(int));
    // [starter
    __pipeline_commit();
    // starter]
    __pipeline_wait_prior(1);
    __syncthreads();
    if (t == 0) {
      int sum = 0;
      for (int i = 0; i < width; ++i) sum += stage[now][i];
      y[row] = sum;
    }
    __syncthreads();  // the next turn copies into this stage
  }
}
