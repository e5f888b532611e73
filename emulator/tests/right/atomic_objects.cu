// libcu++: flags with acquire and release, and a reference that counts.
#include <cstdio>
#include <cuda/atomic>
__global__ void relay(int* message, cuda::atomic<int, cuda::thread_scope_device>* flag, int* out, unsigned* count) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*count);
  counter.fetch_add(1, cuda::memory_order_relaxed);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *message = 4711;
    flag->store(1, cuda::memory_order_release);
  } else {
    while (flag->load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}
int main() {
  int *message, *out, h[3] = {};
  unsigned *count, c;
  cuda::atomic<int, cuda::thread_scope_device>* flag;
  cudaMalloc(&message, sizeof(int));
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&flag, sizeof *flag);
  cudaMalloc(&count, sizeof c);
  cudaMemset(flag, 0, sizeof *flag);
  cudaMemset(count, 0, sizeof c);
  cudaMemset(out, 0, sizeof h);
  relay<<<3, 32>>>(message, flag, out, count);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&c, count, sizeof c, cudaMemcpyDeviceToHost);
  cudaFree(message), cudaFree(out), cudaFree(flag), cudaFree(count);
  std::printf("%d %d %u\n", h[1], h[2], c);
  return h[1] == 4711 && h[2] == 4711 && c == 96 ? 0 : 1;
}
