constexpr int tile_size = 64;

__global__ void child_kernel(int* x, int n) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(&x[i], 1);
}

// x[i] += 1 for i < n. One block per tile of tile_size elements, and one child per block.
__global__ void parent_kernel(int* x, int n) {
  const int first = blockIdx.x * tile_size, here = min(tile_size, n - first);
  // [starter
  //- child_kernel<<<1, tile_size>>>(x + first, here);
  if (threadIdx.x == 0) child_kernel<<<1, tile_size>>>(x + first, here);
  // starter]
}
