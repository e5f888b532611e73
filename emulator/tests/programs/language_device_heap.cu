// malloc and new in kernels: each thread builds a linked list; a later kernel reads and frees it.
#include <cstdio>

struct Item {
  int value;
  Item* next;
};

__global__ void build(Item** lists) {
  Item* head = nullptr;
  for (int k = 0; k <= threadIdx.x; ++k) head = new Item{k * k, head};
  lists[threadIdx.x] = head;
}
__global__ void add_up(Item** lists, int* sums) {
  int sum = 0;
  for (Item* item = lists[threadIdx.x]; item;) {
    sum += item->value;
    Item* next = item->next;
    delete item;
    item = next;
  }
  sums[threadIdx.x] = sum;
}
__global__ void per_block(int* out) {
  __shared__ int* scratch;
  if (threadIdx.x == 0) scratch = (int*)malloc(blockDim.x * sizeof(int));
  __syncthreads();
  if (scratch == NULL) return;
  scratch[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(scratch);
}

int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
  size_t heap = 0;
  cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  printf("heap of at least 16 MiB: %s\n", heap >= 16 << 20 ? "yes" : "no");
  Item** lists;
  int *sums, *out, host[32];
  cudaMalloc(&lists, 10 * sizeof(Item*));
  cudaMalloc(&sums, 10 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  build<<<1, 10>>>(lists);
  add_up<<<1, 10>>>(lists, sums);
  cudaMemcpy(host, sums, 10 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 10; ++i) printf("%d ", host[i]);
  printf("\n");
  per_block<<<4, 8>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[7], host[24], host[31]);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
