// rejected: race in global memory|store to global memory. The bar is 0
constexpr int count = 10;  // of bins

__global__ void count_digits_kernel(const int* x, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) bins[i] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&bins[x[i] % count], 1);
}

// bins[d] = how many of the n numbers end with the digit d. x[i] >= 0.
void count_digits(const int* x, int* bins, int n) {
  count_digits_kernel<<<n / 256 + 1, 256>>>(x, bins, n);
}
