// rejected: should be|race in global memory
// y[i] = a * x[i] + y[i] for i < n, by a grid of any size
__global__ void axpy(float a, const float* x, float* y, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = a * x[i] + y[i];
}
