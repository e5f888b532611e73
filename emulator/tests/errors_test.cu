// Errors as on a GPU: returned by the same call, sticky if the context is lost.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <climits>
#include <cstring>
#include <vector>

#include "run_self.hpp"

namespace {

__global__ void write_at(int* p, int i) {
  p[i] = 1;
}
__global__ void read_host(const int* p, int* out) {
  *out = *p + 1;
}
__global__ void nothing() {}
__global__ void divide(int a, int b, int* out) {
  out[0] = a / b;
  out[1] = a % b;
}
__global__ void divide_wide(long long a, long long b, long long* out) {
  out[0] = a / b;
  out[1] = a % b;
}
__global__ void pass_on(int* p, bool* is_null) {
  *is_null = p == nullptr;
}

// After the failing launch: no error at once, then the error from the next call that waits and from all later ones,
// until the device is reset.
void expect_sticky(cudaError_t expected) {
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), expected);
  EXPECT_EQ(cudaGetLastError(), expected);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess) << "given once";
  void* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, 4), expected);
  EXPECT_EQ(cudaPeekAtLastError(), expected);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST(Errors, EveryCodeHasItsNameAndText) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorLaunchFailure), "unspecified launch failure");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorUnknown), "cudaErrorUnknown");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(54321)), "unrecognized error code");
}

TEST(Errors, LaunchesThatAreNotPossible) {
  const auto after = [](dim3 grid, dim3 block, std::size_t shared) {
    nothing<<<grid, block, shared>>>();
    return cudaGetLastError();
  };
  EXPECT_EQ(after(1, 1280, 0), cudaErrorInvalidValue);
  EXPECT_EQ(after(1, dim3(1, 1, 65), 0), cudaErrorInvalidValue);
  EXPECT_EQ(after(0, 1, 0), cudaErrorInvalidValue) << "older toolkits say cudaErrorInvalidConfiguration";
  EXPECT_EQ(after(1, 0, 0), cudaErrorInvalidValue);
  EXPECT_EQ(after(1, 1, 49 * 1024), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024), cudaSuccess);
  EXPECT_EQ(after(1, 1, 100 * 1024), cudaSuccess);
  EXPECT_EQ(after(1, 1, 101 * 1024), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "not sticky";
}

TEST(Errors, PastTheEnd) {
  int* p = nullptr;
  cudaMalloc(&p, 4 << 20);
  testing::internal::CaptureStderr();
  write_at<<<1, 1>>>(p, 1 << 20);
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_NE(report.find("write_at"), std::string::npos) << report;
  EXPECT_NE(report.find("0 bytes past the end of an allocation of 4194304 bytes"), std::string::npos) << report;
  expect_sticky(cudaErrorIllegalAddress);
}

TEST(Errors, PastTheEndOfASmallAllocation) {
  int *p = nullptr, *next = nullptr;
  cudaMalloc(&p, 4000);
  cudaMalloc(&next, 4000);
  cudaMemset(next, 1, 4000);
  write_at<<<1, 1>>>(p, 5000);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "a GPU maps pieces of 2 MB";
  int value = 0;
  cudaMemcpy(&value, next, sizeof value, cudaMemcpyDeviceToHost);
  EXPECT_EQ(value, 0x01010101) << "and here it is nobody else's memory";
  cudaFree(next);
  testing::internal::CaptureStderr();
  write_at<<<1, 1>>>(p, 512 << 10);
  testing::internal::GetCapturedStderr();
  expect_sticky(cudaErrorIllegalAddress);
}

TEST(Errors, FreedMemory) {
  int* p = nullptr;
  cudaMalloc(&p, 4096);
  cudaFree(p);
  testing::internal::CaptureStderr();
  write_at<<<1, 1>>>(p, 3);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("freed"), std::string::npos);
  expect_sticky(cudaErrorIllegalAddress);
}

TEST(Errors, NullPointer) {
  testing::internal::CaptureStderr();
  write_at<<<2, 64>>>(nullptr, 0);
  testing::internal::GetCapturedStderr();
  expect_sticky(cudaErrorIllegalAddress);
}

TEST(Errors, HostPointersInKernels) {
  std::vector<int> heap(10);
  int stack = 0;
  static int global = 0;
  for (const int* host : {heap.data(), &stack, &global}) {
    int* out = nullptr;
    cudaMalloc(&out, 4);
    testing::internal::CaptureStderr();
    read_host<<<1, 1>>>(host, out);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("reads host memory"), std::string::npos);
    expect_sticky(cudaErrorIllegalAddress);
  }
}

TEST(Errors, HostPointersMayBePassed) {
  int stack = 0;
  bool* is_null = nullptr;
  cudaMallocManaged(&is_null, 1);
  pass_on<<<1, 1>>>(&stack, is_null);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_FALSE(*is_null);
  cudaFree(is_null);
}

TEST(Errors, NothingRunsAfterAFailure) {
  int *p = nullptr, *managed = nullptr;
  cudaMalloc(&p, 4);
  cudaMallocManaged(&managed, 4);
  *managed = 0;
  testing::internal::CaptureStderr();
  write_at<<<1, 1>>>(p, 1 << 20);
  write_at<<<1, 1>>>(managed, 0);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(*managed, 0);
  expect_sticky(cudaErrorIllegalAddress);
}

TEST(Errors, TheNextCopyReportsIt) {
  int* p = nullptr;
  int host = 0;
  cudaMalloc(&p, 4);
  testing::internal::CaptureStderr();
  write_at<<<1, 1>>>(p, 1 << 20);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

TEST(Errors, IntegerDivisionByZeroDoesNotTrap) {
  int* out = nullptr;
  long long* wide = nullptr;
  cudaMallocManaged(&out, 2 * sizeof(int));
  cudaMallocManaged(&wide, 2 * sizeof(long long));
  divide<<<1, 1>>>(7, 0, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], -1);
  EXPECT_EQ(out[1], 7);
  divide<<<1, 1>>>(INT_MIN, -1, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], INT_MIN);
  EXPECT_EQ(out[1], 0);
  divide_wide<<<1, 1>>>(-9, 0, wide);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(wide[0], -1);
  EXPECT_EQ(wide[1], -9);
  cudaFree(out);
  cudaFree(wide);
}

TEST(Errors, ErrorsBelongToTheHostThread) {
  EXPECT_EQ(cudaSetDevice(1000), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
