// out = the multiples of 3 among the n elements of x, in any order; *count += their number. out has room for all.
__global__ void keep_multiples(const int* x, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // [starter
  //- static_cast<void>(i);
  if (i < n && x[i] % 3 == 0) out[atomicAdd(count, 1)] = x[i];
  // starter]
}
