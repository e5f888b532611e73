constexpr int count = 9;  // of words in the table
// [starter
//- __constant__ float table[count];  // set by the host
__device__ float table[count];  // set by the host
// starter]

// x[i] += table[i % count] for i < n
__global__ void add_period(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // [starter
  //- if (i < n) x[i] += table[i % count];
  __shared__ float copy[count];
  if (threadIdx.x < count) copy[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  if (i < n) x[i] += copy[i % count];
  // starter]
}
