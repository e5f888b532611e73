// rejected: should be
constexpr int bins = 256, each = 16;  // bytes of a thread

// histogram[v] += the number of bytes with the value v, of n. A thread counts `each` consecutive bytes.
__global__ void count_bytes(const unsigned char* bytes, int* histogram, int n) {
  __shared__ int mine[bins];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) mine[b] = 0;
  __syncthreads();

  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  const int last = first + each < n ? first + each : n;
  if (first < last) atomicAdd(&mine[bytes[first]], last - first);

  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) {
    if (mine[b] > 0) atomicAdd(&histogram[b], mine[b]);
  }
}
