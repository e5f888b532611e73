// y[i] = 2 * x[i] for i < n. The launch has at least n threads, in blocks of 256.
__global__ void double_all(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // [starter
  //- y[i] = 2 * x[i];
  if (i < n) y[i] = 2 * x[i];
  // starter]
}
