// What the microscope counts of ldmatrix, of asynchronous copies, and of the units that work beside the threads.
// findings_test.cpp has the numbers.
#include "engines.h"

__global__ void matrices(unsigned* out) {
  __shared__ alignas(128) char tile[32 * 128];
  for (int i = threadIdx.x; i < 32 * 32; i += 32) reinterpret_cast<int*>(tile)[i] = i;
  __syncwarp();
  const char* const row = tile + threadIdx.x * 128;
  unsigned sum = load_matrices(row);                 // in four banks
  sum += load_matrices(row + threadIdx.x % 8 * 16);  // in all banks
  out[threadIdx.x] = sum;
}
__global__ void copied(const int4* in, int4* out) {
  __shared__ int4 part[32];
  copy_async(&part[threadIdx.x], in + threadIdx.x);  // copied
  copies_wait();
  out[threadIdx.x] = part[threadIdx.x];
}
__global__ void in_bulk(const char* in, int* out) {
  __shared__ alignas(16) int part[24];
  __shared__ uint64_t arrived;
  if (threadIdx.x == 0) {
    barrier_init(&arrived);
    copy_bulk(part, in + 16, sizeof part, &arrived);  // in bulk
  }
  __syncthreads();
  barrier_wait(&arrived);
  if (threadIdx.x < 24) out[threadIdx.x] = part[threadIdx.x];
}
__global__ void multiplied(float* out) {
  __shared__ alignas(128) int a[64 * 8], b[8 * 8];
  for (int i = threadIdx.x; i < 64 * 8; i += 128) a[i] = 0x3f803f80;
  if (threadIdx.x < 64) b[threadIdx.x] = 0x3f803f80;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  multiply(d, a, b);  // multiplied
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}

int main() {
  char *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  matrices<<<1, 32>>>(reinterpret_cast<unsigned*>(out));
  copied<<<1, 32>>>(reinterpret_cast<int4*>(in), reinterpret_cast<int4*>(out));
  in_bulk<<<1, 32>>>(in, reinterpret_cast<int*>(out));
  multiplied<<<1, 128>>>(reinterpret_cast<float*>(out));
  float sum = 0;
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return sum != 16;
}
