// *total += the sum of the n numbers. Whole warps: blocks of 128 threads.
__global__ void add_up(const int* x, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  // [starter
  //- __shared__ int words[128];
  //- int* mine = words + threadIdx.x;
  //- *mine = i < n ? x[i] : 0;
  //- __syncwarp();
  //- for (int distance = 16; distance > 0; distance /= 2) {
  //-   if (lane < distance) mine[0] += mine[distance];
  //-   __syncwarp();
  //- }
  //- const int sum = *mine;
  int sum = i < n ? x[i] : 0;
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  // starter]
  if (lane == 0) atomicAdd(total, sum);
}
