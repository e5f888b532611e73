// rejected: sectors for each load
// y[i] = a * x[i] + y[i] for i < n, by a grid of any size
__global__ void axpy(float a, const float* x, float* y, int n) {
  const int stride = gridDim.x * blockDim.x;
  const int each = (n + stride - 1) / stride, first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int i = first; i < first + each && i < n; ++i) y[i] = a * x[i] + y[i];
}
