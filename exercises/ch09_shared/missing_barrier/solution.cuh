constexpr int block_size = 128;

// Reverses each stretch of 128 elements of x. There are as many threads as elements.
__global__ void reverse_blocks(int* x) {
  __shared__ int tile[block_size];
  const int i = blockIdx.x * block_size + threadIdx.x;
  tile[threadIdx.x] = x[i];
  // [starter
  __syncthreads();
  // starter]
  x[i] = tile[block_size - 1 - threadIdx.x];
}
