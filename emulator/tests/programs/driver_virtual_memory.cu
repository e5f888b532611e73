// Virtual memory management with the driver API: an array grows in place because its address range was reserved first;
// the same memory is mapped at two addresses; invalid calls return an error.
// options: -lcuda
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    const CUresult result_ = (call);                                           \
    if (result_ != CUDA_SUCCESS) {                                             \
      std::printf("line %d: error %d\n", __LINE__, static_cast<int>(result_)); \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

__global__ void count_up(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}
__global__ void add(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;
}

int main() {
  CHECK(cuInit(0));
  CUdevice device;
  CUcontext context;
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  int supported = 0;
  CHECK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));

  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = device;
  size_t piece = 0;
  CHECK(cuMemGetAllocationGranularity(&piece, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  std::printf("supported: %d, granularity: %zu\n", supported, piece);

  CUmemAccessDesc access = {};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  CUdeviceptr array;
  CHECK(cuMemAddressReserve(&array, 4 * piece, 0, 0, 0));
  CUmemGenericAllocationHandle pieces[2];
  for (int i = 0; i < 2; ++i) {
    CHECK(cuMemCreate(&pieces[i], piece, &properties, 0));
    CHECK(cuMemMap(array + i * piece, piece, 0, pieces[i], 0));
    CHECK(cuMemSetAccess(array + i * piece, piece, &access, 1));
    const int n = static_cast<int>((i + 1) * piece / sizeof(int));  // elements that are mapped now
    count_up<<<(n + 255) / 256, 256>>>(reinterpret_cast<int*>(array), n);
    std::vector<int> host(n);
    CHECK(cuMemcpyDtoH(host.data(), array, (i + 1) * piece));
    long long sum = 0;
    for (const int value : host) sum += value;
    std::printf("%d elements, sum %lld\n", n, sum);
  }

  // Map the first piece a second time, at another address.
  CUdeviceptr other;
  CHECK(cuMemAddressReserve(&other, piece, 0, 0, 0));
  CHECK(cuMemMap(other, piece, 0, pieces[0], 0));
  CHECK(cuMemSetAccess(other, piece, &access, 1));
  add<<<1, 256>>>(reinterpret_cast<int*>(other), 256, 1000);
  CHECK(cuCtxSynchronize());
  int first[3];
  CHECK(cuMemcpyDtoH(first, array, sizeof first));
  std::printf("seen at the first addresses: %d %d %d\n", first[0], first[1], first[2]);
  unsigned long long flags = 0;
  CHECK(cuMemGetAccess(&flags, &access.location, other));
  std::printf("access: %llu\n", flags);

  std::printf("reserving half a piece: %d\n", cuMemAddressReserve(&other, piece / 2, 0, 0, 0));
  std::printf("mapping over a mapping: %d\n", cuMemMap(array, piece, 0, pieces[1], 0));
  std::printf("freeing addresses in use: %d\n", cuMemAddressFree(array, 4 * piece));

  // The memory of a released handle stays valid while it is mapped.
  CHECK(cuMemRelease(pieces[0]));
  CHECK(cuMemRelease(pieces[1]));
  CHECK(cuMemcpyDtoH(first, array + piece, sizeof first));
  std::printf("after the release: %d %d %d\n", first[0], first[1], first[2]);
  CHECK(cuMemUnmap(array, 2 * piece));
  CHECK(cuMemAddressFree(array, 4 * piece));
  CHECK(cuMemUnmap(other, piece));
  CHECK(cuMemAddressFree(other, piece));
  return 0;
}
