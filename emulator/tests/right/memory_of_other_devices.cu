// settings: CUDA_EMULATOR_DEVICES=2
// Kernels of device 0 use memory that device 1 allocated: where access was enabled, managed, pinned, and of a pool that
// permits it. A pointer that is only passed on needs no access.
#include <cstdio>

__global__ void add(int* sum, const int* a, const int* unused) {
  if (unused != nullptr) sum[threadIdx.x] += a[threadIdx.x];
}
#define CHECK(call)                                           \
  if (cudaError_t e = call; e != cudaSuccess) {               \
    std::printf("%d: %s\n", __LINE__, cudaGetErrorString(e)); \
    return 1;                                                 \
  }

int main() {
  int *of_device, *managed, *pinned, *of_pool, *only_passed, *sum, h[32];
  cudaStream_t stream;
  cudaMemPool_t pool;
  CHECK(cudaSetDevice(1));
  CHECK(cudaMalloc(&only_passed, sizeof(h)));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMallocManaged(&managed, sizeof(h)));
  CHECK(cudaMallocHost(&pinned, sizeof(h)));
  for (int i = 0; i < 32; ++i) managed[i] = i, pinned[i] = 100 * i;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 1));
  cudaMemAccessDesc access{};
  access.location = {cudaMemLocationTypeDevice, 0};
  access.flags = cudaMemAccessFlagsProtReadWrite;
  CHECK(cudaMemPoolSetAccess(pool, &access, 1));
  CHECK(cudaMallocAsync(&of_pool, sizeof(h), stream));
  CHECK(cudaMemsetAsync(of_pool, 0, sizeof(h), stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaSetDevice(0));
  CHECK(cudaMalloc(&sum, sizeof(h)));
  CHECK(cudaMemset(sum, 0, sizeof(h)));
  add<<<1, 32>>>(sum, managed, only_passed);
  add<<<1, 32>>>(sum, pinned, only_passed);
  add<<<1, 32>>>(sum, of_pool, only_passed);
  CHECK(cudaDeviceSynchronize());

  CHECK(cudaSetDevice(1));
  CHECK(cudaMalloc(&of_device, sizeof(h)));
  CHECK(cudaMemset(of_device, 0, sizeof(h)));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaSetDevice(0));
  CHECK(cudaDeviceEnablePeerAccess(1, 0));
  add<<<1, 32>>>(sum, of_device, only_passed);
  CHECK(cudaMemcpy(h, sum, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(cudaDeviceDisablePeerAccess(1));
  cudaMemAccessFlags flags;
  CHECK(cudaMemPoolGetAccess(&flags, pool, &access.location));
  std::printf("%d %d\n", h[10], flags == cudaMemAccessFlagsProtReadWrite);
  CHECK(cudaSetDevice(1));
  CHECK(cudaFreeAsync(of_pool, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(of_device));
  CHECK(cudaFree(only_passed));
  CHECK(cudaFree(managed));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaSetDevice(0));
  CHECK(cudaFree(sum));
  return h[10] == 1010 ? 0 : 1;
}
