// A kernel's printed text appears where the program waits for the kernel, and not before.
#include <cstdio>

__global__ void say(int n) {
  printf("  device %d\n", n);
}

int main() {
  int *memory, *pinned, value = 0;
  cudaMalloc(&memory, 64);
  cudaMallocHost(&pinned, 64);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t event;
  cudaEventCreate(&event);

  say<<<1, 1>>>(1);
  printf("launched\n");
  cudaDeviceSynchronize();
  printf("device synchronized\n");

  say<<<1, 1>>>(2);
  say<<<1, 1>>>(3);
  printf("launched twice\n");
  cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost);
  printf("copied to the host\n");

  say<<<1, 1, 0, stream>>>(4);
  cudaMemcpyAsync(pinned, memory, 64, cudaMemcpyDeviceToHost, stream);
  printf("copy under way\n");
  cudaStreamSynchronize(stream);
  printf("stream synchronized\n");

  say<<<1, 1>>>(5);
  cudaEventRecord(event);
  printf("event recorded\n");
  cudaEventSynchronize(event);
  printf("event synchronized\n");

  say<<<1, 1>>>(6);
  cudaMemset(memory, 0, 64);
  printf("set\n");
  cudaFree(memory);
  printf("freed\n");

  say<<<1, 1>>>(7);
  printf("nobody waits for the last one\n");
  return 0;
}
