// *total += the sum of the n numbers
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // [starter
  //- if (i < n) *total = *total + x[i];
  if (i < n) atomicAdd(total, x[i]);
  // starter]
}
