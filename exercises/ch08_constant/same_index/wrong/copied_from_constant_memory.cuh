// rejected: passes for each load
constexpr int count = 9;          // of words in the table
__constant__ float table[count];  // set by the host

// x[i] += table[i % count] for i < n
__global__ void add_period(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float copy[count];
  if (threadIdx.x < count) copy[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  if (i < n) x[i] += copy[i % count];
}
