// rejected: The bar is at least 1
// *total += the sum of the n numbers
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) {
    for (int k = 0; k < n; ++k) *total += x[k];
  }
}
