// A kernel that stays on the device and waits for the host, through flags in memory that both can access.
#include <cstdio>

__global__ void serve(volatile int* door, volatile int* answer) {
  __shared__ int order;
  for (;;) {
    if (threadIdx.x == 0) {
      while (*door == 0) {
      }
      order = *door;
    }
    __syncthreads();
    if (order < 0) return;
    const int sum = __syncthreads_count(static_cast<int>(threadIdx.x) < order);
    if (threadIdx.x == 0) {
      *answer = sum * 100 + order;
      __threadfence_system();
      *door = 0;
    }
    __syncthreads();
  }
}

__global__ void wait_for_go(volatile int* go, int* out) {
  while (*go == 0) {
  }
  *out = *go + 1;
}

const char* name(cudaError_t error) {
  cudaGetLastError();  // clears cudaErrorNotReady, which a query leaves behind
  return cudaGetErrorName(error);
}

int main() {
  int *door, *answer, *device, host = 0;
  cudaHostAlloc(&door, sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&answer, sizeof(int), cudaHostAllocMapped);
  cudaMalloc(&device, sizeof(int));
  volatile int* const flag = door;
  *flag = *answer = 0;
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t behind;
  cudaEventCreateWithFlags(&behind, cudaEventDisableTiming);

  serve<<<1, 64, 0, stream>>>(door, answer);
  cudaEventRecord(behind, stream);
  std::printf("stream: %s\n", name(cudaStreamQuery(stream)));
  std::printf("event: %s\n", name(cudaEventQuery(behind)));
  for (int order = 1; order < 100; order *= 4) {
    *flag = order;
    while (*flag != 0) {
    }
    std::printf("%d -> %d\n", order, *answer);
  }
  // Other kernels run meanwhile.
  host = 77;
  cudaMemcpyAsync(device, &host, sizeof(int), cudaMemcpyHostToDevice, other);
  host = 0;
  cudaMemcpyAsync(&host, device, sizeof(int), cudaMemcpyDeviceToHost, other);
  cudaStreamSynchronize(other);
  std::printf("other stream: %d, %s\n", host, name(cudaStreamQuery(other)));
  *flag = -1;
  std::printf("end: %s", name(cudaEventSynchronize(behind)));
  std::printf(" %s %s\n", name(cudaEventQuery(behind)), name(cudaStreamQuery(stream)));

  // Later work in its stream waits for it, and so does the program. The same with managed memory.
  int* managed;
  cudaMallocManaged(&managed, 2 * sizeof(int));
  managed[0] = managed[1] = 0;
  wait_for_go<<<1, 1, 0, stream>>>(managed, device);
  cudaMemcpyAsync(managed + 1, device, sizeof(int), cudaMemcpyDeviceToDevice, stream);
  *static_cast<volatile int*>(managed) = 41;
  cudaStreamSynchronize(stream);
  std::printf("managed: %d\n", managed[1]);
  std::printf("last error: %s\n", name(cudaGetLastError()));
}
