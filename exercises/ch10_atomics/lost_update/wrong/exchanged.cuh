// rejected: race in global memory
// *total += the sum of the n numbers
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicExch(total, *total + x[i]);
}
