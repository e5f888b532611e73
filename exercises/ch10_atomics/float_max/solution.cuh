// *address = max(*address, value), in one step. A value that is NaN changes nothing.
__device__ void atomic_max(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  // [starter
  //- static_cast<void>(bits), static_cast<void>(value);
  int old = __float_as_int(-INFINITY);
  while (value > __int_as_float(old)) {
    const int seen = atomicCAS(bits, old, __float_as_int(value));
    if (seen == old) break;
    old = seen;
  }
  // starter]
}

// *largest = the largest of itself and the n numbers
__global__ void find_largest(const float* x, float* largest, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_max(largest, x[i]);
}
