// Thread i of the grid stores i in out[i]. There are as many threads as elements.
__global__ void write_index(int* out) {
  // [starter
  //- // Your lines go here.
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
  // starter]
}
