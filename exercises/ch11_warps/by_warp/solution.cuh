constexpr int terms = 8;

// y[i] = the sum over k < terms of a[k * n + i] if i is even, of b[k * n + i] if i is odd. n threads, n a multiple
// of 64.
__global__ void even_odd(const float* a, const float* b, float* y, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  // [starter
  //- const int i = t;
  const int warp = t / 32, lane = t % 32;
  const int i = warp / 2 * 64 + 2 * lane + warp % 2;
  // starter]
  if (i >= n) return;
  float sum = 0;
  if (i % 2 == 0) {
    for (int k = 0; k < terms; ++k) sum += a[k * n + i];
  } else {
    for (int k = 0; k < terms; ++k) sum += b[k * n + i];
  }
  y[i] = sum;
}
