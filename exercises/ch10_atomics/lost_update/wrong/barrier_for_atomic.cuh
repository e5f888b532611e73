// rejected: race in global memory
// *total += the sum of the n numbers
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (i < n) sum = *total + x[i];
  __syncthreads();
  if (i < n) *total = sum;
}
