// Which memory can be accessed from where, and what the allocators and copies return.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

const bool poisoned = setenv("CUDA_EMULATOR_POISON", "1", 1) == 0;

__global__ void fill(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value + i;
}
__global__ void read_first(const float* in, float* out) {
  *out = *in;
}
__global__ void sum(const int* in, int n, int* out) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += in[i];
  *out = total;
}

template <typename T>
std::vector<T> to_host(const T* device, std::size_t n) {
  std::vector<T> host(n);
  EXPECT_EQ(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
  return host;
}

TEST(Memory, CopiesGoThereAndBack) {
  for (const int n : {1, 31, 1000, 1000003}) {
    std::vector<int> in(n);
    std::iota(in.begin(), in.end(), 7);
    int *a = nullptr, *b = nullptr;
    ASSERT_EQ(cudaMalloc(&a, n * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&b, n * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(a, in.data(), n * sizeof(int), cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice), cudaSuccess);
    EXPECT_EQ(to_host(b, n), in);
    EXPECT_EQ(cudaFree(a), cudaSuccess);
    EXPECT_EQ(cudaFree(b), cudaSuccess);
  }
}

TEST(Memory, AllocationsAreAligned) {
  for (const std::size_t size : {1, 3, 255, 257, 5000}) {
    void* p = nullptr;
    ASSERT_EQ(cudaMalloc(&p, size), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 256, 0u);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
  }
}

TEST(Memory, IsPoisonedWhenAllocated) {
  float *p = nullptr, *seen = nullptr;
  ASSERT_EQ(cudaMalloc(&p, 100 * sizeof(float)), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&seen, sizeof(float)), cudaSuccess);
  for (const float value : to_host(p, 100)) EXPECT_TRUE(std::isnan(value));
  cudaFree(p);
  // Reused memory is poisoned again, whether a copy or a kernel is the first to read it.
  ASSERT_EQ(cudaMalloc(&p, 100 * sizeof(float)), cudaSuccess);
  ASSERT_EQ(cudaMemset(p, 0, 100 * sizeof(float)), cudaSuccess);
  cudaFree(p);
  ASSERT_EQ(cudaMalloc(&p, 100 * sizeof(float)), cudaSuccess);
  read_first<<<1, 1>>>(p, seen);
  EXPECT_TRUE(std::isnan(to_host(seen, 1)[0]));
  cudaFree(p);
  cudaFree(seen);
}

TEST(Memory, PartialWritesLeavePoison) {
  float* p = nullptr;
  const float one = 1;
  ASSERT_EQ(cudaMalloc(&p, 3 * sizeof(float)), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(p + 1, &one, sizeof one, cudaMemcpyHostToDevice), cudaSuccess);
  const std::vector<float> host = to_host(p, 3);
  EXPECT_TRUE(std::isnan(host[0]));
  EXPECT_EQ(host[1], 1);
  EXPECT_TRUE(std::isnan(host[2]));
  cudaFree(p);
}

TEST(Memory, CopyDirectionsAreChecked) {
  int host[4] = {}, other[4] = {};
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, sizeof host), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, host, sizeof host, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, other, sizeof host, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host, other, sizeof host, static_cast<cudaMemcpyKind>(5)), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, host, sizeof host, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(host, other, sizeof host, cudaMemcpyHostToHost), cudaSuccess);
  cudaFree(device);
}

TEST(Memory, SizesAreChecked) {
  int host[8] = {};
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 4 * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, host, 5 * sizeof(int), cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device + 2, host, 3 * sizeof(int), cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(device, 0, 5 * sizeof(int)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host, 0, sizeof host), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice), cudaSuccess);
  cudaFree(device);
  EXPECT_EQ(cudaMemcpy(device, host, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue) << "freed memory";
  cudaGetLastError();
}

TEST(Memory, FreeingWhatIsNotAllocated) {
  int host = 0;
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 400), cudaSuccess);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFree(&host), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Memory, MoreThanThereIs) {
  std::size_t free = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_LE(free, total);
  void* p = &free;
  EXPECT_EQ(cudaMalloc(&p, total + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(cudaMalloc(&p, ~std::size_t{0}), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  ASSERT_EQ(cudaMalloc(&p, 1 << 20), cudaSuccess);
  std::size_t less = 0;
  ASSERT_EQ(cudaMemGetInfo(&less, &total), cudaSuccess);
  EXPECT_EQ(free - less, std::size_t{1} << 20);
  cudaFree(p);
  EXPECT_EQ(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(cudaMalloc(static_cast<void**>(nullptr), 4), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Memory, ManagedMemoryIsForBoth) {
  int* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 1000 * sizeof(int)), cudaSuccess);
  managed[0] = 1;
  fill<<<4, 256>>>(managed, 1000, 5);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(managed[0], 5);
  EXPECT_EQ(managed[999], 1004);
  // Advice and prefetches: with CUDA 13's parameters and CUDA 12's.
  const cudaMemLocation device{cudaMemLocationTypeDevice, 0};
  const std::size_t size = 1000 * sizeof(int);
  EXPECT_EQ(cudaMemAdvise(managed, size, cudaMemAdviseSetReadMostly, device), cudaSuccess);
  EXPECT_EQ(cudaMemAdvise(managed, size, cudaMemAdviseSetPreferredLocation, 0), cudaSuccess);
  EXPECT_EQ(cudaMemAdvise(managed, size, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, size, device, 0, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, size, {cudaMemLocationTypeHost, 0}, 0), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, size, 0, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, size, cudaCpuDeviceId), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, size, 7), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, size + 4, 0), cudaErrorInvalidValue);
  int read_mostly = 0, preferred = -5, prefetched = 0, accessed[2] = {};
  EXPECT_EQ(cudaMemRangeGetAttribute(&read_mostly, 4, cudaMemRangeAttributeReadMostly, managed, size), cudaSuccess);
  EXPECT_EQ(cudaMemRangeGetAttribute(&preferred, 4, cudaMemRangeAttributePreferredLocation, managed, size),
            cudaSuccess);
  EXPECT_EQ(cudaMemRangeGetAttribute(&prefetched, 4, cudaMemRangeAttributeLastPrefetchLocation, managed, size),
            cudaSuccess);
  EXPECT_EQ(cudaMemRangeGetAttribute(accessed, 8, cudaMemRangeAttributeAccessedBy, managed, size), cudaSuccess);
  EXPECT_EQ(read_mostly, 1);
  EXPECT_EQ(preferred, 0);
  EXPECT_EQ(prefetched, cudaCpuDeviceId);
  EXPECT_EQ(accessed[0], cudaCpuDeviceId);
  EXPECT_EQ(accessed[1], cudaInvalidDeviceId);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&managed, 0), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Memory, PinnedMemoryIsMapped) {
  int *pinned = nullptr, *mapped = nullptr;
  ASSERT_EQ(cudaHostAlloc(&pinned, 100 * sizeof(int), cudaHostAllocMapped), cudaSuccess);
  ASSERT_EQ(cudaHostGetDevicePointer(&mapped, pinned, 0), cudaSuccess);
  fill<<<1, 128>>>(mapped, 100, 1);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(pinned[99], 100);
  unsigned flags = 0;
  EXPECT_EQ(cudaHostGetFlags(&flags, pinned), cudaSuccess);
  EXPECT_EQ(flags, unsigned{cudaHostAllocMapped});
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  cudaGetLastError();
}

TEST(Memory, RegisteredMemoryIsMapped) {
  std::vector<int> host(100);
  const std::size_t size = host.size() * sizeof(int);
  ASSERT_EQ(cudaHostRegister(host.data(), size, cudaHostRegisterMapped), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(host.data() + 1, 4, 0), cudaErrorHostMemoryAlreadyRegistered);
  int* device = nullptr;
  ASSERT_EQ(cudaHostGetDevicePointer(&device, host.data(), 0), cudaSuccess);
  fill<<<1, 128>>>(device, 100, 3);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(host[99], 102);
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(host.data()), cudaErrorHostMemoryNotRegistered);
  cudaGetLastError();
}

TEST(Memory, PointersHaveAttributes) {
  int host = 0;
  int *device = nullptr, *managed = nullptr, *pinned = nullptr;
  cudaMalloc(&device, 400);
  cudaMallocManaged(&managed, 400);
  cudaMallocHost(&pinned, 400);
  const auto type = [](const void* p) {
    cudaPointerAttributes attributes;
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
    return attributes.type;
  };
  EXPECT_EQ(type(device + 3), cudaMemoryTypeDevice);
  EXPECT_EQ(type(managed), cudaMemoryTypeManaged);
  EXPECT_EQ(type(pinned), cudaMemoryTypeHost);
  EXPECT_EQ(type(&host), cudaMemoryTypeUnregistered);
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

TEST(Memory, PitchedCopiesAndSets) {
  constexpr int width = 33, height = 7;
  std::vector<int> in(width * height), out(width * height, -1);
  std::iota(in.begin(), in.end(), 0);
  int* device = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, width * sizeof(int), height), cudaSuccess);
  EXPECT_EQ(pitch % 256, 0u);
  const std::size_t row = width * sizeof(int);
  ASSERT_EQ(cudaMemcpy2D(device, pitch, in.data(), row, row, height, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemset2D(device, pitch, 0, 4, height), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2D(out.data(), row, device, pitch, row, height, cudaMemcpyDeviceToHost), cudaSuccess);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) EXPECT_EQ(out[y * width + x], x == 0 ? 0 : in[y * width + x]);
  }
  EXPECT_EQ(cudaMemcpy2D(device, 4, in.data(), row, row, height, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(device, pitch, in.data(), row, row, height + 1, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  cudaGetLastError();
  cudaFree(device);
}

TEST(Memory, BoxesIn3D) {
  const cudaExtent extent = make_cudaExtent(10 * sizeof(int), 5, 4);
  cudaPitchedPtr device{};
  ASSERT_EQ(cudaMalloc3D(&device, extent), cudaSuccess);
  ASSERT_EQ(cudaMemset3D(device, 0, extent), cudaSuccess);
  std::vector<int> in(2 * 2 * 3), out(10 * 5 * 4, -1);
  std::iota(in.begin(), in.end(), 100);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(in.data(), 2 * sizeof(int), 2, 2);
  copy.dstPtr = device;
  copy.dstPos = make_cudaPos(3 * sizeof(int), 1, 1);
  copy.extent = make_cudaExtent(2 * sizeof(int), 2, 3);
  copy.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  copy = {};
  copy.srcPtr = device;
  copy.dstPtr = make_cudaPitchedPtr(out.data(), 10 * sizeof(int), 10, 5);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 10; ++x) {
        const bool inside = z >= 1 && y >= 1 && y < 3 && x >= 3 && x < 5;
        EXPECT_EQ(out[(z * 5 + y) * 10 + x], inside ? 100 + ((z - 1) * 2 + (y - 1)) * 2 + (x - 3) : 0);
      }
    }
  }
  cudaFree(device.ptr);
}

TEST(Memory, Arrays) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMallocArray(&array, &format, 9, 4), cudaSuccess);
  std::vector<float> in(36), out(36);
  std::iota(in.begin(), in.end(), 1.f);
  ASSERT_EQ(cudaMemcpy2DToArray(array, 0, 0, in.data(), 36, 36, 4, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2DFromArray(out.data(), 36, array, 0, 0, 36, 4, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(in, out);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 4, 0, in.data(), 36, 36, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  cudaExtent extent;
  ASSERT_EQ(cudaArrayGetInfo(nullptr, &extent, nullptr, array), cudaSuccess);
  EXPECT_EQ(extent.width, 9u);
  EXPECT_EQ(extent.height, 4u);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST(Memory, ManyAllocationsAtOnce) {
  std::vector<int*> all(20000);
  for (int*& p : all) ASSERT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  fill<<<1, 1>>>(all.back(), 1, 9);
  EXPECT_EQ(to_host(all.back(), 1)[0], 9);
  for (int* p : all) ASSERT_EQ(cudaFree(p), cudaSuccess);
}

TEST(Memory, StreamOrderedPools) {
  cudaMemPool_t standard = nullptr, own = nullptr;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&standard, 0), cudaSuccess);
  int* p = nullptr;
  ASSERT_EQ(cudaMallocAsync(&p, 1000, nullptr), cudaSuccess);
  std::uint64_t used = 0, reserved = 0, threshold = 1 << 30;
  EXPECT_EQ(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrUsedMemCurrent, &used), cudaSuccess);
  EXPECT_EQ(used, 1000u);
  EXPECT_EQ(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &threshold), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReservedMemCurrent, &reserved), cudaSuccess);
  EXPECT_EQ(reserved, std::uint64_t{32} << 20) << "kept below the threshold";
  EXPECT_EQ(cudaMemPoolTrimTo(standard, 0), cudaSuccess);
  EXPECT_EQ(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReservedMemCurrent, &reserved), cudaSuccess);
  EXPECT_EQ(reserved, 0u);
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  ASSERT_EQ(cudaMemPoolCreate(&own, &properties), cudaSuccess);
  ASSERT_EQ(cudaMallocFromPoolAsync(&p, 64, own, nullptr), cudaSuccess);
  fill<<<1, 16>>>(p, 16, 0);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolDestroy(own), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(standard), cudaErrorInvalidValue);
  cudaGetLastError();
}

// Volatile, so that the access is really made.
TEST(MemoryDeathTest, HostCodeCannotAccessDeviceMemory) {
  int* device = nullptr;
  cudaMalloc(&device, 400);
  EXPECT_EXIT(*static_cast<volatile int*>(device) = 1, testing::KilledBySignal(SIGSEGV), "host code wrote to device");
  cudaMemset(device, 0, 400);
  EXPECT_EXIT((void)*static_cast<volatile int*>(device + 5), testing::KilledBySignal(SIGSEGV),
              "host code read device memory at 0x[0-9a-f]+ \\(400 bytes, allocated at .*memory_test.cu:");
  fill<<<1, 100>>>(device, 100, 0);
  cudaDeviceSynchronize();
  EXPECT_EXIT((void)*static_cast<volatile int*>(device), testing::KilledBySignal(SIGSEGV), "host code read");
  cudaFree(device);
  EXPECT_EXIT((void)*static_cast<volatile int*>(device), testing::KilledBySignal(SIGSEGV), "freed device memory");
}

TEST(MemoryDeathTest, FreedPinnedMemoryIsGone) {
  int* pinned = nullptr;
  cudaMallocHost(&pinned, 400);
  cudaFreeHost(pinned);
  EXPECT_EXIT((void)*static_cast<volatile int*>(pinned), testing::KilledBySignal(SIGSEGV), "freed host memory");
}

TEST(Memory, KernelsOpenOnlyWhatTheyAccess) {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 300 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  for (int i = 0; i < 100; ++i) {
    fill<<<3, 100>>>(in, 300, i);
    sum<<<1, 1>>>(in, 300, out);
    EXPECT_EQ(to_host(out, 1)[0], 300 * i + 299 * 300 / 2);
  }
  cudaFree(in);
  cudaFree(out);
}

// Use of a handle by another process: emulator/tests/programs/memory_of_processes.cu.
TEST(Memory, HandlesForOtherProcesses) {
  int *memory = nullptr, *opened = nullptr;
  cudaMalloc(&memory, 300 * sizeof(int));
  fill<<<3, 100>>>(memory, 300, 7);
  cudaIpcMemHandle_t handle{}, none{};
  EXPECT_EQ(cudaIpcGetMemHandle(&handle, memory), cudaSuccess);
  EXPECT_EQ(to_host(memory, 300)[299], 7 + 299);
  EXPECT_EQ(cudaIpcOpenMemHandle((void**)&opened, handle, cudaIpcMemLazyEnablePeerAccess),
            cudaErrorDeviceUninitialized);
  EXPECT_EQ(cudaIpcOpenMemHandle((void**)&opened, none, cudaIpcMemLazyEnablePeerAccess), cudaErrorInvalidValue);
  EXPECT_EQ(cudaIpcCloseMemHandle(memory), cudaErrorInvalidValue);
  EXPECT_EQ(cudaIpcGetMemHandle(&none, &handle), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  cudaGetLastError();
}

TEST(Memory, EventsForOtherProcessesAreNotSupported) {
  cudaIpcEventHandle_t handle{};
  cudaEvent_t event = nullptr;
  EXPECT_EQ(cudaIpcGetEventHandle(&handle, event), cudaErrorNotSupported);
  EXPECT_EQ(cudaIpcOpenEventHandle(&event, handle), cudaErrorNotSupported);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

}  // namespace
