// A warp's sum when some lanes are absent: they have returned, are in the other branch, or never existed. What a
// shuffle returns for them is undefined according to the manual. On a GPU it is 0, so such sums are right.
#include <cstdio>

__global__ void returned(int* out, int n, const int* in) {
  int i = threadIdx.x;
  if (i >= n) return;
  int v = in[i];
  out[i] = __shfl_down_sync(0xffffffff, v, 1);
  out[32 + i] = __shfl_xor_sync(0xffffffff, v, 16);
  out[64 + i] = __shfl_sync(0xffffffff, v, 31);
  float sum = in[i];
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
  out[96 + i] = (int)sum;
}

__global__ void elsewhere(int* out, const int* in) {
  int i = threadIdx.x, v = 3 * in[i];
  if (i & 1) {
    out[i] = __shfl_xor_sync(0xaaaaaaaa, v, 1);
  } else {
    out[i] = __shfl_sync(0x55555555, v, 5);
  }
  if (i < 20) out[32 + i] = __shfl_down_sync(0xfffff, v, 4);
}

__global__ void small_block(int* out, const int* in) {
  int i = threadIdx.x, v = in[i];
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffff, v, offset);
  out[i] = v;
  v = in[i];
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_xor_sync(0xffffffff, v, offset);
  out[32 + i] = v;
}

void show(const char* name, int* out, int n) {
  cudaDeviceSynchronize();
  printf("%s:", name);
  for (int i = 0; i < n; ++i) {
    if (i % 32 == 0) printf("\n ");
    printf(" %d", out[i]);
    out[i] = -1;
  }
  printf("\n");
}

int main() {
  int *out, *in;
  cudaMallocManaged(&out, 128 * sizeof(int));
  cudaMallocManaged(&in, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = i + 1;
  for (int i = 0; i < 128; ++i) out[i] = -1;
  returned<<<1, 32>>>(out, 20, in);
  show("returned", out, 128);
  elsewhere<<<1, 32>>>(out, in);
  show("elsewhere", out, 64);
  small_block<<<1, 20>>>(out, in);
  show("block of 20", out, 64);
  cudaFree(out);
  cudaFree(in);
}
