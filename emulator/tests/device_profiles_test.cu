// The devices that CUDA_EMULATOR_DEVICE selects: their limits are reported, and launches beyond them fail.
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <mma.h>

#include <string>

#include "run_self.hpp"

namespace {

__global__ void kernel(int* p) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = 1;
  if (p) *p = shared[0];
}

int attribute(cudaDeviceAttr which) {
  int value = -1;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, which, 0), cudaSuccess);
  return value;
}

// Multiprocessors, clocks and bus width must give the peak rates that NVIDIA publishes. A multiply-add counts as two
// operations, and memory transfers twice per clock.
void expect_peaks(int float_cores_of_a_multiprocessor, double tflops, double gigabytes_per_s) {
  const double clock = 1e3 * attribute(cudaDevAttrClockRate);
  const double memory_clock = 1e3 * attribute(cudaDevAttrMemoryClockRate);
  const double cores = 1.0 * float_cores_of_a_multiprocessor * attribute(cudaDevAttrMultiProcessorCount);
  EXPECT_NEAR(2 * clock * cores / 1e12, tflops, tflops / 100);
  EXPECT_NEAR(2 * memory_clock * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8 / 1e9, gigabytes_per_s,
              gigabytes_per_s / 200);
}

// 0: nothing can persist, or the size is unknown.
void expect_l2(int bytes, int persisting) {
  EXPECT_EQ(attribute(cudaDevAttrL2CacheSize), bytes);
  EXPECT_EQ(attribute(cudaDevAttrMaxPersistingL2CacheSize), persisting);
}

// The result of a launch with this much dynamic shared memory.
cudaError_t launched_with(int shared) {
  const cudaError_t asked = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (asked != cudaSuccess) return cudaGetLastError();
  kernel<<<1, 32, shared>>>(nullptr);
  cudaDeviceSynchronize();
  return cudaGetLastError();
}

int resident(int block_size, int shared) {
  int blocks = -1;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block_size, shared), cudaSuccess);
  return blocks;
}

cudaError_t launched_as_cluster() {
  cudaLaunchAttribute cluster = {};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = 2, cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 32;
  config.dynamicSmemBytes = 128;
  config.attrs = &cluster;
  config.numAttrs = 1;
  const cudaError_t error = cudaLaunchKernelEx(&config, kernel, static_cast<int*>(nullptr));
  cudaDeviceSynchronize();
  cudaGetLastError();
  return error;
}

// What devices of different generations can execute.
__global__ void copies_asynchronously(int* p) {
  __shared__ alignas(16) int to[4];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(p));
  asm volatile("cp.async.wait_all;");
}
__global__ void elects(int* p) {
  asm volatile("{ .reg .pred q; .reg .b32 r; elect.sync r|q, 0xffffffff; selp.b32 %0, 1, 0, q; }" : "=r"(*p));
}
__global__ void starts_products(int*) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__global__ void multiplies_bfloats(int*) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __nv_bfloat16, nvcuda::wmma::row_major> a;
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __nv_bfloat16, nvcuda::wmma::row_major> b;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c;
  nvcuda::wmma::fill_fragment(a, __nv_bfloat16(1.0f));
  nvcuda::wmma::fill_fragment(b, __nv_bfloat16(1.0f));
  nvcuda::wmma::fill_fragment(c, 0.0f);
  nvcuda::wmma::mma_sync(c, a, b, c);
}

cudaError_t ended(void (*which)(int*)) {
  int* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, 64), cudaSuccess);
  which<<<1, 32>>>(p);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDeviceReset();
  return error;
}
void expect_instructions(bool of_8_0, bool of_9_0, bool of_9_0_alone) {
  const auto wanted = [](bool has) { return has ? cudaSuccess : cudaErrorIllegalInstruction; };
  EXPECT_EQ(ended(copies_asynchronously), wanted(of_8_0));
  EXPECT_EQ(ended(multiplies_bfloats), wanted(of_8_0));
  EXPECT_EQ(ended(elects), wanted(of_9_0));
  EXPECT_EQ(ended(starts_products), wanted(of_9_0_alone));
}

// Run by the tests below, as the selected device.
TEST(AsT4, DISABLED_Is) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_EQ(std::string(p.name).rfind("CPU emulator as t4, ", 0), 0u) << p.name;
  EXPECT_EQ(p.major * 10 + p.minor, 75);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), 7);
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), 40);
  EXPECT_EQ(attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio), 32);
  EXPECT_EQ(attribute(cudaDevAttrClusterLaunch), 0);
  cudaFuncAttributes attributes;
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  EXPECT_EQ(attributes.binaryVersion, 75);
  // 1024 threads, 16 blocks, 64 KB, all of which one block may use.
  EXPECT_EQ(resident(256, 0), 4);
  EXPECT_EQ(resident(32, 0), 16);
  EXPECT_EQ(resident(32, 16 * 1024), 4);
  EXPECT_EQ(launched_with(64 * 1024), cudaSuccess);
  EXPECT_EQ(launched_with(64 * 1024 + 1), cudaErrorInvalidValue);
  EXPECT_EQ(launched_as_cluster(), cudaErrorNotSupported);
  expect_peaks(64, 8.1, 320);
  expect_l2(4 << 20, 0);
  expect_instructions(false, false, false);
}
TEST(AsRtx5090, DISABLED_Is) {
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), 12);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMinor), 0);
  // 1536 threads, 24 blocks, 100 KB, of which one block may use 99 and the runtime reserves one per block.
  EXPECT_EQ(resident(1024, 0), 1);
  EXPECT_EQ(resident(32, 0), 24);
  EXPECT_EQ(resident(32, 24 * 1024), 4);
  EXPECT_EQ(resident(32, 99 * 1024), 1);
  EXPECT_EQ(resident(32, 100 * 1024), 0);
  EXPECT_EQ(launched_with(99 * 1024), cudaSuccess);
  EXPECT_EQ(launched_with(99 * 1024 + 1), cudaErrorInvalidValue);
  EXPECT_EQ(launched_as_cluster(), cudaSuccess);
  expect_peaks(128, 104.8, 1792);
  expect_l2(96 << 20, 0);
  expect_instructions(true, true, false);
}
TEST(AsA100, DISABLED_Is) {
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), 8);
  EXPECT_EQ(resident(32, 0), 32);
  EXPECT_EQ(resident(1024, 0), 2);
  EXPECT_EQ(launched_with(163 * 1024), cudaSuccess);
  EXPECT_EQ(launched_with(163 * 1024 + 1), cudaErrorInvalidValue);
  EXPECT_EQ(launched_as_cluster(), cudaErrorNotSupported);
  expect_peaks(64, 19.5, 1555);
  expect_l2(40 << 20, 30 << 20);
  expect_instructions(true, false, false);
}
TEST(AsRtx4090, DISABLED_Is) {
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), 8);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMinor), 9);
  EXPECT_EQ(attribute(cudaDevAttrMaxThreadsPerMultiProcessor), 1536);
  EXPECT_EQ(launched_with(99 * 1024 + 1), cudaErrorInvalidValue);
  expect_peaks(128, 82.6, 1008);
  expect_l2(72 << 20, 0);
  expect_instructions(true, false, false);
}
TEST(AsB200, DISABLED_Is) {
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), 10);
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), 148);
  EXPECT_EQ(launched_with(227 * 1024), cudaSuccess);
  expect_peaks(128, 75, 7700);
  expect_l2(253 << 19, 0);
  expect_instructions(true, true, false);
}
TEST(AsH200, DISABLED_Is) {
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), 9);
  EXPECT_EQ(launched_with(227 * 1024), cudaSuccess);
  EXPECT_EQ(launched_with(227 * 1024 + 1), cudaErrorInvalidValue);
  expect_peaks(128, 67, 4800);
  expect_l2(60 << 20, 75 << 19);
  expect_instructions(true, true, true);
}

TEST(DeviceProfiles, HaveTheLimitsOfTheirDevices) {
  for (const auto& [device, test] : {std::pair{"t4", "AsT4"},
                                     {"a100", "AsA100"},
                                     {"rtx4090", "AsRtx4090"},
                                     {"rtx5090", "AsRtx5090"},
                                     {"h200", "AsH200"},
                                     {"b200", "AsB200"}}) {
    const SelfRun run = run_self("CUDA_EMULATOR_DEVICE=" + std::string(device), std::string(test) + ".DISABLED_Is");
    EXPECT_EQ(run.status, 0) << device << ": " << run.output;
    EXPECT_NE(run.output.find("1 test from 1 test suite ran"), std::string::npos) << run.output;
  }
}

TEST(DeviceProfiles, SayWhichInstructionTheyLack) {
  const SelfRun run = run_self("CUDA_EMULATOR_DEVICE=b200", "AsB200.DISABLED_Is");
  EXPECT_NE(run.output.find("runs wgmma, which needs exactly compute capability 9.0; this device is 10.0"),
            std::string::npos)
      << run.output;
}

TEST(DeviceProfiles, AnUnknownNameIsRefusedWithTheKnownOnes) {
  const SelfRun run = run_self("CUDA_EMULATOR_DEVICE=h300", "AsH200.DISABLED_Is");
  EXPECT_EQ(WEXITSTATUS(run.status), 2);
  EXPECT_NE(run.output.find("CUDA_EMULATOR_DEVICE is 'h300'; it must be one of t4 a100 rtx4090 rtx5090 h200 b200"),
            std::string::npos)
      << run.output;
}

}  // namespace
