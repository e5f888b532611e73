// rejected: should be
// How many of the threads before this one have flag set? *all = how many of all threads. counts has a place per warp.
__device__ int count_before(bool flag, int* counts, int* all) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const unsigned set = __ballot_sync(0xffffffff, flag);
  if (lane == 0) counts[warp] = __popc(set);
  __syncthreads();
  int before = __popc(set & ((1u << lane) - 1));
  *all = 0;
  for (int w = 0; w < blockDim.x / 32; ++w) {
    if (w < warp) before += counts[w];
    *all += counts[w];
  }
  __syncthreads();
  return before;
}

// out = the keys of one block of n threads, a key each: those whose bit is 0, then those whose bit is 1, each group in
// the order of the keys. n is a multiple of 32.
__global__ void split(const unsigned* keys, unsigned* out, int bit) {
  __shared__ int counts[32];
  const int t = threadIdx.x;
  const bool is_one = keys[t] >> bit & 1;
  int zeros = 0;
  const int zeros_before = count_before(!is_one, counts, &zeros);
  const int place = is_one ? static_cast<int>(blockDim.x) - 1 - (t - zeros_before) : zeros_before;
  out[place] = keys[t];
}
