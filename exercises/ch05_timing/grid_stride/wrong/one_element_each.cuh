// rejected: should be
// y[i] = a * x[i] + y[i] for i < n, by a grid of any size
__global__ void axpy(float a, const float* x, float* y, int n) {
  const int stride = gridDim.x * blockDim.x;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i < stride) y[i] = a * x[i] + y[i];
}
