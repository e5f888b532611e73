// rejected: uninitialised shared
constexpr int bins = 64;

// histogram[v] += the number of elements with the value v, of n. 0 <= x[i] < bins. Any number of blocks and threads.
__global__ void count_values(const int* x, int* histogram, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  __shared__ int mine[bins];
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&mine[x[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&histogram[b], mine[b]);
}
