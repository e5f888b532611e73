// What NCCL's kernels read and write, and kernels of another stream beside them, for findings_test: exchanges NAME runs
// one of them. The rank is alone, and sends to itself.
#include <nccl.h>

#include <cstdio>
#include <cstring>

constexpr int many = 1 << 14;

__global__ void fill(int* p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // fills
}
__global__ void copy(const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];  // copies
}

void let_wait(cudaStream_t waiting, cudaStream_t other) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, other);
  cudaStreamWaitEvent(waiting, event, 0);
  cudaEventDestroy(event);
}

int main(int argc, char** argv) {
  const char* const name = argc > 1 ? argv[1] : "";
  const bool reduces = std::strcmp(name, "sum_before_written") == 0;
  ncclUniqueId id;
  ncclComm_t comm;
  ncclGetUniqueId(&id);
  ncclCommInitRank(&comm, 1, id, 0);
  cudaStream_t kernels, exchanges;
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&exchanges, cudaStreamNonBlocking);
  int *sent, *received, *result;
  for (int** array : {&sent, &received, &result}) cudaMalloc(array, many * sizeof(int));

  fill<<<many / 256, 256, 0, kernels>>>(sent);
  if (std::strcmp(name, "sent_before_written") != 0 && !reduces) let_wait(exchanges, kernels);
  if (reduces) {
    ncclAllReduce(sent, received, many, ncclInt, ncclSum, comm, exchanges);
  } else {
    ncclGroupStart();
    ncclSend(sent, many, ncclInt, 0, comm, exchanges);
    ncclRecv(received, many, ncclInt, 0, comm, exchanges);
    ncclGroupEnd();
  }
  if (std::strcmp(name, "read_before_received") != 0) let_wait(kernels, exchanges);
  copy<<<many / 256, 256, 0, kernels>>>(received, result);
  cudaDeviceSynchronize();

  for (int* array : {sent, received, result}) cudaFree(array);
  cudaStreamDestroy(kernels);
  cudaStreamDestroy(exchanges);
  ncclCommDestroy(comm);
  std::printf("ran\n");
}
