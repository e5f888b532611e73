// rejected: barrier
constexpr int block_size = 64;

// y[i] = sum over k of w[k] * (i ^ k), for i < n and k < n. Every weight is needed by every thread.
__global__ void mix(const int* w, int* y, int n) {
  __shared__ int tile[block_size];
  const int i = blockIdx.x * block_size + threadIdx.x;
  int sum = 0;
  for (int first = 0; first < n; first += block_size) {
    tile[threadIdx.x] = first + threadIdx.x < n ? w[first + threadIdx.x] : 0;
    __syncthreads();
    for (int k = 0; k < block_size; ++k) sum += tile[k] * (i ^ (first + k));
    if (first + threadIdx.x < n) __syncthreads();
  }
  if (i < n) y[i] = sum;
}
