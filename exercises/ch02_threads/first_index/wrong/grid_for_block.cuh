// rejected: out\[27\] was never written
__global__ void write_index(int* out) {
  const int i = blockIdx.x * gridDim.x + threadIdx.x;
  out[i] = i;
}
