// rejected: race in global memory
// Puts the negative elements of x into list, in any order, as long as there is room. *count += their number, with or
// without room.
__global__ void collect(const int* x, int n, int* list, int capacity, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || x[i] >= 0) return;
  const int place = atomicAdd(count, 1);
  if (*count <= capacity) list[place] = x[i];
}
