// rejected: The bar is at least 100
constexpr int block_size = 64;

// sums[item] = the sum of the numbers from begin[item] to begin[item + 1] - 1, by one block
__device__ void do_item(const int* x, const int* begin, int item, int* sums, int* part) {
  int sum = 0;
  for (int i = begin[item] + threadIdx.x; i < begin[item + 1]; i += block_size) sum += x[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[item] = part[0];
}

// Does all items, by any number of blocks of block_size threads. *next is 0 before.
__global__ void pull_kernel(const int* x, const int* begin, int items, int* sums, int* next) {
  __shared__ int part[block_size];
  __shared__ int item;
  static_cast<void>(item), static_cast<void>(next);
  for (int mine = blockIdx.x; mine < items; mine += gridDim.x) {
    do_item(x, begin, mine, sums, part);
    __syncthreads();
  }
}
