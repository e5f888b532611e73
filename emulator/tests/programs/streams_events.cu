// Copies and kernels in several streams, ordered by events; a callback at the end.
#include <cstdio>

__global__ void scale(int* data, int n, int factor) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] *= factor;
}
void CUDART_CB done(void* data) {
  printf("host function: %d\n", *static_cast<int*>(data));
}

int main() {
  const int streams = 4, chunk = 1 << 12, n = streams * chunk;
  int *host, *device;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  for (int i = 0; i < n; ++i) host[i] = i;

  cudaStream_t stream[streams];
  for (auto& s : stream) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaEvent_t begin, end, copied;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);

  cudaEventRecord(begin);
  for (int i = 0; i < streams; ++i) {
    int* const part = device + i * chunk;
    cudaMemcpyAsync(part, host + i * chunk, chunk * sizeof(int), cudaMemcpyHostToDevice, stream[i]);
    scale<<<8, 128, 0, stream[i]>>>(part, chunk, i + 1);
    cudaMemcpyAsync(host + i * chunk, part, chunk * sizeof(int), cudaMemcpyDeviceToHost, stream[i]);
  }
  cudaEventRecord(copied, stream[0]);
  cudaStreamWaitEvent(stream[1], copied, 0);
  cudaLaunchHostFunc(stream[1], done, &host[1]);
  cudaDeviceSynchronize();
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float milliseconds = -1;
  cudaError_t error = cudaEventElapsedTime(&milliseconds, begin, end);
  printf("elapsed time: %s, %s\n", cudaGetErrorName(error), milliseconds >= 0 ? "not negative" : "negative");
  printf("without timing: %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, begin, copied)));
  cudaGetLastError();
  printf("query: %s\n", cudaGetErrorName(cudaStreamQuery(stream[2])));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != i * (i / chunk + 1);
  printf("wrong: %d, last: %d\n", wrong, host[n - 1]);
  for (auto& s : stream) cudaStreamDestroy(s);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaEventDestroy(copied);
  cudaFreeHost(host);
  cudaFree(device);
}
