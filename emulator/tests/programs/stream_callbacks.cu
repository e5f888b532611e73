// Host code in a stream: cudaLaunchHostFunc and the older cudaStreamAddCallback, in order with kernels and copies.
#include <cstdio>
#include <vector>

__global__ void work(int* data, int n) {
  const int i = threadIdx.x;
  if (i < n) data[i] = data[i] * 2 + 1;
}
struct Job {
  int id;
  std::vector<int> results;
  const int* data;
};
void CUDART_CB collect(void* p) {
  Job* job = static_cast<Job*>(p);
  job->results.push_back(job->data[0]);
  job->results.push_back(job->data[3]);
}
void CUDART_CB report(cudaStream_t stream, cudaError_t status, void* p) {
  const Job* job = static_cast<const Job*>(p);
  printf("job %d: %s,", job->id, cudaGetErrorName(status));
  for (int r : job->results) printf(" %d", r);
  printf("\n");
}

int main() {
  const int n = 4;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *host, *device;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  for (int i = 0; i < n; ++i) host[i] = i;
  Job job = {7, {}, host};
  cudaMemcpyAsync(device, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
  for (int round = 0; round < 3; ++round) {
    work<<<1, n, 0, stream>>>(device, n);
    cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, collect, &job);
  }
  cudaStreamAddCallback(stream, report, &job, 0);
  cudaStreamSynchronize(stream);
  cudaError_t error = cudaStreamAddCallback(stream, NULL, NULL, 0);
  printf("no function: %s\n", cudaGetErrorName(error));
  cudaGetLastError();
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFree(device);
}
