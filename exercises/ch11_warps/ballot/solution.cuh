// out = the positive elements among the n of x, in any order; *count += their number. Whole warps.
__global__ void keep_positive(const int* x, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int mine = i < n ? x[i] : 0;
  const bool keep = mine > 0;
  // [starter
  //- if (keep) out[atomicAdd(count, 1)] = mine;
  //- static_cast<void>(lane);
  const unsigned kept = __ballot_sync(0xffffffff, keep);
  int first = 0;
  if (lane == 0 && kept != 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(0xffffffff, first, 0);
  if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = mine;
  // starter]
}
