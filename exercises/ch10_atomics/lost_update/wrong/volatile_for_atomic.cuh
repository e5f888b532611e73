// rejected: race in global memory|The bar is at least 1
// *total += the sum of the n numbers
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile int* t = total;
  if (i < n) *t = *t + x[i];
}
