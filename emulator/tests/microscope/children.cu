// Kernels that launch kernels, for findings_test: children NAME runs one of them.
#include <cstdio>
#include <cstring>

__global__ void child_writes(int* out) {
  out[threadIdx.x] = 1;  // child
}

__global__ void parent_reads(int* out, unsigned reader) {
  if (threadIdx.x == 0) child_writes<<<1, 32>>>(out);
  if (reader > 0) __syncthreads();
  if (threadIdx.x == reader) out[100] = out[reader];  // parent
}

// A child sees what came before its launch, others read elsewhere, and tail launches come last.
__global__ void right_parent(int* out) {
  out[threadIdx.x] = 2;
  __syncthreads();
  if (threadIdx.x > 0) return;
  child_writes<<<1, 32>>>(out);
  out[100] = out[40];
  child_writes<<<1, 64, 0, cudaStreamTailLaunch>>>(out);
}

int main(int argc, char** argv) {
  const char* const name = argc > 1 ? argv[1] : "";
  int* out = nullptr;
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(out, 0, 256 * sizeof(int));
  if (std::strcmp(name, "same_thread") == 0) parent_reads<<<1, 64>>>(out, 0);
  if (std::strcmp(name, "other_thread") == 0) parent_reads<<<1, 64>>>(out, 5);
  if (std::strcmp(name, "right") == 0) right_parent<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  std::printf("ran\n");
}
