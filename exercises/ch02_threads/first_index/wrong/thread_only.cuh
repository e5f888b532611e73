// rejected: out\[7\] was never written
__global__ void write_index(int* out) {
  const int i = threadIdx.x;
  out[i] = i;
}
