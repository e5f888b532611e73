// rejected: should be|was never written
// For one block: the warp and the lane of each thread, at the thread's number in the block.
__global__ void warp_and_lane_kernel(int* warp, int* lane) {
  const int number = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  warp[number] = threadIdx.x / 32;
  lane[number] = threadIdx.x % 32;
}

void warp_and_lane(dim3 threads, int* warp, int* lane) {
  warp_and_lane_kernel<<<1, threads>>>(warp, lane);
}
