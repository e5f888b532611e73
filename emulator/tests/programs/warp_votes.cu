// Votes, ballots and matches; warp-wide reductions with one instruction; lane masks.
#include <cstdio>

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  const unsigned ballot = __ballot_sync(all, lane % 3 == 0);
  const int below = __popc(ballot & ((1u << lane) - 1));
  const int any = __any_sync(all, lane == 31), none = __any_sync(all, lane > 31);
  const int every = __all_sync(all, lane < 32), not_every = __all_sync(all, lane);
  const unsigned same_value = __match_any_sync(all, lane / 8);
  int predicate;
  const unsigned same = __match_all_sync(all, 42, &predicate);
  int other_predicate;
  const unsigned different = __match_all_sync(all, lane / 16, &other_predicate);
  const unsigned doubles = __match_any_sync(all, lane < 4 ? 0.5 : 1.5);
  if (lane == 12) {
    out[0] = ballot, out[1] = below, out[2] = any * 1000 + none * 100 + every * 10 + not_every;
    out[3] = same_value, out[4] = same, out[5] = predicate, out[6] = different, out[7] = other_predicate;
    out[8] = doubles;
    out[9] = __ffs(ballot), out[10] = __clz(ballot), out[11] = __brev(ballot);
  }
  out[12] = __reduce_add_sync(all, (unsigned)lane);
  out[13] = __reduce_max_sync(all, lane * 7 % 32);
  out[14] = (unsigned)__reduce_min_sync(all, 3 - lane);
  out[15] = __reduce_or_sync(all, 1u << lane % 5);
  out[16] = __reduce_and_sync(all, 0xf0u | lane);
  out[17] = __reduce_xor_sync(all, 1u << lane / 2);
}
__global__ void compact(const int* in, int* out, int* count) {
  const int lane = threadIdx.x;
  const bool keep = in[lane] > 0;
  const unsigned ballot = __ballot_sync(0xffffffff, keep);
  if (keep) out[__popc(ballot & ((1u << lane) - 1))] = in[lane];
  if (lane == 0) *count = __popc(ballot);
}
__global__ void halves(unsigned* out) {
  if (threadIdx.x < 16) {
    out[0] = __reduce_add_sync(0x0000ffff, threadIdx.x);
  } else {
    out[1] = __reduce_add_sync(0xffff0000, threadIdx.x);
  }
  __syncwarp();
  if (threadIdx.x == 3) out[2] = out[0] + out[1];
}

int main() {
  unsigned* out;
  int *in, *count;
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  votes<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 18; ++i) printf("%x%c", out[i], i % 6 == 5 ? '\n' : ' ');
  for (int i = 0; i < 32; ++i) in[i] = i * 5 % 7 - 3;
  compact<<<1, 32>>>(in, (int*)out, count);
  cudaDeviceSynchronize();
  printf("%d kept:", *count);
  for (int i = 0; i < *count; ++i) printf(" %d", out[i]);
  halves<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("\n%u %u %u\n", out[0], out[1], out[2]);
}
