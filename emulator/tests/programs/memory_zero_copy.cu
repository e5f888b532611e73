// Zero-copy: the kernel works on host memory. Allocation flags and pointer attributes of each kind.
#include <cstdio>
#include <cstdlib>

__global__ void square(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

const char* kind_of(const void* p) {
  cudaPointerAttributes attributes;
  if (cudaPointerGetAttributes(&attributes, p) != cudaSuccess) {
    cudaGetLastError();
    return "error";
  }
  switch (attributes.type) {
    case cudaMemoryTypeUnregistered:
      return "unregistered";
    case cudaMemoryTypeHost:
      return "host";
    case cudaMemoryTypeDevice:
      return "device";
    case cudaMemoryTypeManaged:
      return "managed";
    default:
      return "?";
  }
}

int main() {
  cudaSetDeviceFlags(cudaDeviceMapHost);
  const int n = 100;
  int *in, *out, *d_in, *d_out;
  cudaHostAlloc((void**)&in, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined);
  cudaHostAlloc((void**)&out, n * sizeof(int), cudaHostAllocMapped);
  for (int i = 0; i < n; ++i) in[i] = i;
  cudaHostGetDevicePointer((void**)&d_in, in, 0);
  cudaHostGetDevicePointer((void**)&d_out, out, 0);
  square<<<2, 64>>>(d_in, d_out, n);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[50], out[99]);

  unsigned int flags;
  cudaHostGetFlags(&flags, in);
  printf("mapped %d, write-combined %d\n", (flags & cudaHostAllocMapped) != 0,
         (flags & cudaHostAllocWriteCombined) != 0);
  int *device, *managed, local = 0, *heap = (int*)malloc(4096);
  cudaMalloc(&device, 4);
  cudaMallocManaged(&managed, 4);
  printf("%s %s %s %s %s\n", kind_of(in), kind_of(device), kind_of(managed), kind_of(&local), kind_of(heap));
  cudaHostRegister(heap, 4096, cudaHostRegisterDefault);
  printf("registered: %s, again: %s\n", kind_of(heap), cudaGetErrorName(cudaHostRegister(heap, 4096, 0)));
  cudaGetLastError();
  cudaHostUnregister(heap);
  printf("unregistered: %s, again: %s\n", kind_of(heap), cudaGetErrorName(cudaHostUnregister(heap)));
  cudaGetLastError();
  cudaFreeHost(in);
  cudaFreeHost(out);
  cudaFree(device);
  cudaFree(managed);
  free(heap);
  return 0;
}
