// The properties of the emulated devices, the arithmetic of occupancy, and other numbers of devices.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "run_self.hpp"

namespace {

__global__ void kernel(int* p) {
  *p = 1;
}
template <typename T>
__global__ void typed(T* p) {
  *p = T(2);
}

TEST(Device, Properties) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  int count = 0, value = 0, threads = 0;
  char rest = 0;
  EXPECT_EQ(std::sscanf(p.name, "CPU emulator, %d threads; times are not a GPU's%c", &threads, &rest), 1) << p.name;
  EXPECT_GE(threads, 1);
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_GE(count, 1);
  EXPECT_EQ(p.major * 10 + p.minor, 90);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_EQ(p.sharedMemPerBlock, 48u * 1024);
  ASSERT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), cudaSuccess);
  EXPECT_EQ(value, 227 * 1024);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(5000), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceProperties(&p, count), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST(Device, EveryAttributeOfTheListIsAnswered) {
  // Numbers that CUDA 13 reserves or has removed.
  const auto reserved = [](int a) {
    return a == 44 || (a >= 92 && a <= 94) || a == 96 || (a >= 102 && a <= 105) || a == 107 || a == 110 ||
           (a >= 122 && a <= 124) || (a >= 127 && a <= 129) || a == 132 || a == 136 || a == 137 || a == 141 ||
           a == 145 || a == 146;
  };
  for (int a = 1; a < cudaDevAttrMax; ++a) {
    int value = 0;
    const cudaError_t expected = reserved(a) ? cudaErrorInvalidValue : cudaSuccess;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(a), 0), expected) << a;
  }
  cudaGetLastError();
}

TEST(Device, Limits) {
  std::size_t value = 0;
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
  EXPECT_EQ(value, 1u << 20);
  EXPECT_EQ(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(99)), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Device, Versions) {
  int version = 0;
  ASSERT_EQ(cudaRuntimeGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, 13000);
  EXPECT_EQ(CUDART_VERSION, 13000);
}

TEST(Occupancy, DocumentedArithmetic) {
  const auto blocks = [](int block_size, std::size_t shared) {
    int n = -1;
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, block_size, shared), cudaSuccess);
    return n;
  };
  EXPECT_EQ(blocks(32, 0), 32) << "the limit on blocks";
  EXPECT_EQ(blocks(256, 0), 8) << "the limit on threads";
  EXPECT_EQ(blocks(1024, 0), 2);
  EXPECT_EQ(blocks(33, 0), 32) << "two warps";
  EXPECT_EQ(blocks(768, 0), 2) << "whole blocks only";
  EXPECT_EQ(blocks(128, 48 * 1024), 4) << "shared memory, with 1 KB a block for the system";
  EXPECT_EQ(blocks(128, 227 * 1024), 1);
  EXPECT_EQ(blocks(2048, 0), 0);
  int grid = 0, block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0), cudaSuccess);
  EXPECT_EQ(block, 1024);
  int processors = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT_EQ(grid, 2 * processors);
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, typed<float>, 0, 256), cudaSuccess);
  EXPECT_EQ(block, 256);
  std::size_t shared = 0;
  ASSERT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, kernel, 5, 128), cudaSuccess);
  EXPECT_EQ(shared, 46592u);
  EXPECT_EQ(blocks(128, shared), 4);  // as on an H200
  EXPECT_EQ(blocks(128, shared - 1024), 5);
}

TEST(Functions, Attributes) {
  cudaFuncAttributes attributes;
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
  ASSERT_EQ(cudaFuncSetAttribute((const void*)typed<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536),
            cudaSuccess);
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, typed<int>), cudaSuccess);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 65536);
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, (void*)typed<float>), cudaSuccess);
  EXPECT_EQ(attributes.maxDynamicSharedSizeBytes, 48 * 1024);
}

// ---- in processes of their own ----

TEST(NoDevice, DISABLED_EveryCallReturnsTheError) {
  int count = -1;
  void* p = nullptr;
  cudaEvent_t event;
  cudaStream_t stream;
  cudaDeviceProp properties;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaErrorNoDevice);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(cudaMalloc(&p, 4), cudaErrorNoDevice);
  EXPECT_EQ(cudaFree(nullptr), cudaErrorNoDevice);
  EXPECT_EQ(cudaSetDevice(0), cudaErrorNoDevice);
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaErrorNoDevice);
  EXPECT_EQ(cudaEventCreate(&event), cudaErrorNoDevice);
  EXPECT_EQ(cudaStreamCreate(&stream), cudaErrorNoDevice);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorNoDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNoDevice);
  kernel<<<1, 1>>>(nullptr);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNoDevice);
}
TEST(Device, None) {
  const SelfRun run = run_self("CUDA_EMULATOR_DEVICES=0", "NoDevice.*");
  EXPECT_EQ(run.status, 0) << run.output;
}

TEST(TwoDevices, DISABLED_AreSeparate) {
  int count = 0, device = -1, can = 0;
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  ASSERT_EQ(count, 2);
  int *first = nullptr, *second = nullptr;
  ASSERT_EQ(cudaMalloc(&first, sizeof(int)), cudaSuccess);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  ASSERT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(device, 1);
  ASSERT_EQ(cudaMalloc(&second, sizeof(int)), cudaSuccess);
  cudaPointerAttributes attributes;
  ASSERT_EQ(cudaPointerGetAttributes(&attributes, second), cudaSuccess);
  EXPECT_EQ(attributes.device, 1);
  kernel<<<1, 1, 0, stream>>>(second);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle) << "the stream is another device's";
  kernel<<<1, 1>>>(second);
  ASSERT_EQ(cudaMemcpyPeer(first, 0, second, 1, sizeof(int)), cudaSuccess);
  int host = 0;
  ASSERT_EQ(cudaMemcpy(&host, first, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(host, 1);
  ASSERT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(cudaMemset(first, 0, sizeof(int)), cudaErrorInvalidValue) << "no access yet";
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaSuccess);
  EXPECT_EQ(cudaMemset(first, 0, sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(0), cudaSuccess);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
  EXPECT_EQ(cudaSetDevice(2), cudaErrorInvalidDevice);
}
TEST(Device, Two) {
  const SelfRun run = run_self("CUDA_EMULATOR_DEVICES=2", "TwoDevices.*");
  EXPECT_EQ(run.status, 0) << run.output;
}

// How many of four devices does a program see, and which one is its first?
std::string seen_with(const std::string& names) {
  const SelfRun run = run_self("CUDA_EMULATOR_DEVICES=4 CUDA_VISIBLE_DEVICES=" + names, "SomeVisible.*");
  const std::size_t at = run.output.find("seen: ");
  return at == std::string::npos ? run.output : run.output.substr(at + 6, run.output.find('\n', at) - at - 6);
}
TEST(SomeVisible, DISABLED_Report) {
  int count = 0, again = -1;
  cudaDeviceProp first{};
  char bus[16] = "none";
  if (cudaGetDeviceCount(&count) == cudaSuccess) {
    ASSERT_EQ(cudaGetDeviceProperties(&first, 0), cudaSuccess);
    ASSERT_EQ(cudaDeviceGetPCIBusId(bus, sizeof bus, 0), cudaSuccess);
    ASSERT_EQ(cudaDeviceGetByPCIBusId(&again, bus), cudaSuccess);
    EXPECT_EQ(again, 0);
    EXPECT_EQ(cudaSetDevice(count), cudaErrorInvalidDevice);
  }
  std::printf("seen: %d, %d, %s\n", count, first.pciBusID, bus);
}
TEST(Device, OnlyVisibleOnesAreSeen) {
  EXPECT_EQ(seen_with("2,0"), "2, 3, 0000:03:00.0");
  EXPECT_EQ(seen_with("3"), "1, 4, 0000:04:00.0");
  EXPECT_EQ(seen_with("1,7,0"), "1, 2, 0000:02:00.0") << "up to the first that is none";
  EXPECT_EQ(seen_with("1,1"), "1, 2, 0000:02:00.0");
  EXPECT_EQ(seen_with("0x1"), "0, 0, none");
  EXPECT_EQ(seen_with("-1"), "0, 0, none");
  EXPECT_EQ(seen_with(""), "0, 0, none");
}

TEST(SevenMultiprocessors, DISABLED_GridsAreSizedByThem) {
  int count = 0;
  ASSERT_EQ(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT_EQ(count, 7);
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_EQ(properties.multiProcessorCount, 7);
}
TEST(Device, HasTheRequestedMultiprocessors) {
  const SelfRun run = run_self("CUDA_EMULATOR_MULTIPROCESSORS=7", "SevenMultiprocessors.*");
  EXPECT_EQ(run.status, 0) << run.output;
}

}  // namespace
