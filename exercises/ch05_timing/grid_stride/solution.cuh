// y[i] = a * x[i] + y[i] for i < n, by a grid of any size
__global__ void axpy(float a, const float* x, float* y, int n) {
  // [starter
  //- // From which element, how far, in which steps?
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = a * x[i] + y[i];
  // starter]
}
