// Kernels that fail: deadlocks, traps, assertions, bad addresses, stack overflows. The process continues, the next call
// returns the error, and the report names kernel, thread and line.
#undef NDEBUG  // assertions in every build
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <cassert>
#include <cstdio>
#include <string>

#include "run_self.hpp"

namespace {

// Runs f, which launches a kernel that fails, and returns its report; afterwards the device is reset.
template <class F>
std::string report_of(F f, cudaError_t expected) {
  testing::internal::CaptureStderr();
  f();
  EXPECT_EQ(cudaDeviceSynchronize(), expected);
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  cudaGetLastError();
  return report;
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
}

std::string at_line(int line) {
  return "failures_test.cu:" + std::to_string(line);
}

constexpr int wait_line = __LINE__ + 4, sync_line = __LINE__ + 6;
__global__ void part_company(int* x) {
  const int t = threadIdx.x;
  if (t < 16) {
    x[t] = __shfl_sync(0xffffffff, t, 0);
  } else {
    __syncwarp(0xffffffff);
  }
}

TEST(Failures, DeadlockReportsWaitingThreads) {
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  const std::string report = report_of([=] { part_company<<<3, 32>>>(x); }, cudaErrorLaunchFailure);
  expect_contains(report, "kernel part_company");
  expect_contains(report, "deadlock");
  expect_contains(report, "16 threads from (0,0,0) to (15,0,0) in __shfl_sync");
  expect_contains(report, "16 threads from (16,0,0) to (31,0,0) in __syncwarp");
  expect_contains(report, at_line(wait_line));
  expect_contains(report, at_line(sync_line));
}

__global__ void barrier_against_warp() {
  if (threadIdx.x == 5) {
    __syncwarp();
  } else {
    __syncthreads();
  }
}

TEST(Failures, DeadlockOfTheBarrier) {
  const std::string report = report_of([] { barrier_against_warp<<<1, 64>>>(); }, cudaErrorLaunchFailure);
  expect_contains(report, "1 thread (5,0,0) in __syncwarp");
  expect_contains(report, "63 threads from (0,0,0) to (63,0,0) in __syncthreads");
}

constexpr int trap_line = __LINE__ + 2;
__global__ void give_up() {
  if (threadIdx.x == 3 && blockIdx.x == 2) __trap();
}

TEST(Failures, Trap) {
  const std::string report = report_of([] { give_up<<<4, 32>>>(); }, cudaErrorLaunchFailure);
  expect_contains(report, "kernel give_up, block (2,0,0), thread (3,0,0)");
  expect_contains(report, at_line(trap_line));
}

__global__ void demand(int limit) {
  __syncthreads();
  assert(static_cast<int>(threadIdx.x) < limit);
}

TEST(Failures, Assertion) {
  const std::string report = report_of([] { demand<<<1, 32>>>(7); }, cudaErrorAssert);
  expect_contains(report, "block: [0,0,0], thread: [7,0,0] Assertion");
  EXPECT_EQ(report_of([] { demand<<<1, 32>>>(32); }, cudaSuccess), "");
}

constexpr int bad_line = __LINE__ + 2;
__global__ void write_to(int* p) {
  if (threadIdx.x == 1) *p = 1;
}

TEST(Failures, BadAddress) {
  const std::string report =
      report_of([] { write_to<<<1, 2>>>(reinterpret_cast<int*>(0x40)); }, cudaErrorIllegalAddress);
  expect_contains(report, "kernel write_to, block (0,0,0), thread (1,0,0)");
  expect_contains(report, at_line(bad_line));
}

__global__ void bad_after_barrier(int* p) {
  __syncthreads();
  if (threadIdx.x == 9) *p = 1;
  __syncthreads();
}

TEST(Failures, BadAddressOnAFiber) {
  const std::string report =
      report_of([] { bad_after_barrier<<<50, 64>>>(reinterpret_cast<int*>(0x40)); }, cudaErrorIllegalAddress);
  expect_contains(report, "thread (9,0,0)");
}

// ---- misaligned vectors ----
__global__ void load_vector(const float* x, float* sum) {
  const float4 v = *reinterpret_cast<const float4*>(x + threadIdx.x);
  sum[threadIdx.x] = v.x + v.w;
}
__global__ void store_vectors(float* x) {
  ((float2*)x)[threadIdx.x].y = 1;
  reinterpret_cast<float2*>(x)[threadIdx.x] = *(const float2*)x;
  reinterpret_cast<float2*>(x)->x = 1;
}
__global__ void take_from_own(float* x) {
  float own[4] = {x[0], x[1], x[2], x[3]};
  x[threadIdx.x] = reinterpret_cast<float2*>(own)->y + reinterpret_cast<float2*>(own + 1)->y;  // one is misaligned
}
TEST(Failures, MisalignedVectors) {
  float* x;
  cudaMalloc(&x, 256 * sizeof(float));
  EXPECT_EQ(report_of([=] { load_vector<<<1, 1>>>(x, x + 128); }, cudaSuccess), "");
  cudaMalloc(&x, 256 * sizeof(float));
  expect_contains(report_of([=] { load_vector<<<1, 2>>>(x, x + 128); }, cudaErrorMisalignedAddress),
                  "kernel load_vector, block (0,0,0), thread (1,0,0)");
  cudaMalloc(&x, 256 * sizeof(float));
  EXPECT_EQ(report_of([=] { store_vectors<<<1, 32>>>(x + 2); }, cudaSuccess), "");
  cudaMalloc(&x, 256 * sizeof(float));
  report_of([=] { store_vectors<<<1, 32>>>(x + 1); }, cudaErrorMisalignedAddress);
  cudaMalloc(&x, 256 * sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(float));
  EXPECT_EQ(report_of([=] { take_from_own<<<1, 1>>>(x); }, cudaSuccess), "");
}

__global__ void copy_later(const float* x, float* out, int from, int to) {
  __shared__ alignas(16) float tile[8];
  const auto target = static_cast<unsigned>(__cvta_generic_to_shared(tile + to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(target), "l"(x + from));
  asm volatile("cp.async.wait_all;");
  *out = tile[to];
}
TEST(Failures, MisalignedAsynchronousCopies) {
  for (const int way : {0, 1, 2}) {
    float* x;
    cudaMalloc(&x, 256 * sizeof(float));
    cudaMemset(x, 0, 256 * sizeof(float));
    const std::string report = report_of([=] { copy_later<<<1, 1>>>(x, x + 128, way == 1, way == 2); },
                                         way == 0 ? cudaSuccess : cudaErrorMisalignedAddress);
    if (way == 0) {
      EXPECT_EQ(report, "");
    }
    if (way == 1) expect_contains(report, "the source is 4 bytes past a multiple of 8");
    if (way == 2) expect_contains(report, "the destination is 4 bytes past a multiple of 8");
  }
}

// ---- overruns of shared memory within the block's memory: reported when the block ends ----
__global__ void overrun_static(int* out) {
  __shared__ int tile[128];
  if (blockIdx.x == 1 || threadIdx.x < 128) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 128];
}
__global__ void overrun_dynamic(int* out, int n) {
  extern __shared__ int tile[];
  if (static_cast<int>(threadIdx.x) < n) tile[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = tile[0];
}

__global__ void overrun_and_trap(int* x) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  x[0] = tile[3];
  if (threadIdx.x == 63) __trap();
}
__global__ void fill_shared(int* x) {
  __shared__ int tile[32];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  x[threadIdx.x] = tile[31 - threadIdx.x];
}
TEST(Failures, OverrunOfABlockThatFailsIsNotTheNextOnes) {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  expect_contains(report_of([=] { overrun_and_trap<<<1, 64>>>(x); }, cudaErrorLaunchFailure), "__trap()");
  cudaMalloc(&x, 32 * sizeof(int));
  EXPECT_EQ(report_of([=] { fill_shared<<<1, 32>>>(x); }, cudaSuccess), "");
}

TEST(Failures, OverrunSharedMemory) {
  int* x;
  cudaMalloc(&x, 256 * sizeof(int));
  const std::string report = report_of([=] { overrun_static<<<4, 256>>>(x); }, cudaErrorIllegalAddress);
  expect_contains(report, "kernel overrun_static, block (1,0,0): wrote past the end of the shared variable tile (512 ");
  cudaMalloc(&x, 256 * sizeof(int));
  EXPECT_EQ(report_of([=] { overrun_static<<<1, 256>>>(x); }, cudaSuccess), "");
  cudaMalloc(&x, 256 * sizeof(int));
  EXPECT_EQ(report_of([=] { overrun_dynamic<<<1, 64, 256>>>(x, 64); }, cudaSuccess), "");
  cudaMalloc(&x, 256 * sizeof(int));
  expect_contains(report_of([=] { overrun_dynamic<<<2, 128, 256>>>(x, 65); }, cudaErrorIllegalAddress),
                  "kernel overrun_dynamic, block (0,0,0): wrote past the end of its 256 bytes of dynamic shared");
}

// ---- faults while the C library holds a lock ----
__global__ void call_host(void (*function)()) {
  function();
}
void write_from_nowhere() {
  std::fwrite(reinterpret_cast<const void*>(0x40), 1, 100000, stdout);
}

TEST(Failures, DISABLED_FaultInsideTheCLibrary) {
  call_host<<<1, 1>>>(write_from_nowhere);
  cudaDeviceSynchronize();
}

TEST(Failures, FaultInsideTheCLibraryEndsTheProcess) {
  const SelfRun run = run_self("", "Failures.DISABLED_FaultInsideTheCLibrary");
  EXPECT_NE(run.status, 0);
  expect_contains(run.output, "kernel call_host");
  expect_contains(run.output, "may hold a lock: the process ends");
}

__global__ void copy_from(const char* from, char* to) {
  memcpy(to, from, 4096);
}

TEST(Failures, FaultInACopyDoesNot) {
  char* to;
  cudaMalloc(&to, 4096);
  expect_contains(
      report_of([=] { copy_from<<<1, 1>>>(reinterpret_cast<const char*>(0x40), to); }, cudaErrorIllegalAddress),
      "kernel copy_from");
}

__device__ int fall(int depth) {
  volatile int here[64];
  here[depth % 64] = depth;
  return depth < 0 ? 0 : fall(depth + 1) + here[depth % 64];
}
__global__ void fall_for_ever(int* x) {
  __syncthreads();
  if (threadIdx.x == 2) *x = fall(0);
}

TEST(Failures, OverrunStack) {
  testing::internal::CaptureStderr();
  int* x;
  cudaMalloc(&x, sizeof(int));
  fall_for_ever<<<1, 4>>>(x);
  const cudaError_t error = cudaDeviceSynchronize();
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_EQ(error, cudaErrorIllegalAddress);  // as on an H200
  expect_contains(report, "thread (2,0,0)");
  cudaDeviceReset();
  cudaGetLastError();
}

__global__ void meet_uninvited() {
  cooperative_groups::this_grid().sync();
}

TEST(Failures, GridBarrierInAnOrdinaryLaunch) {
  expect_contains(report_of([] { meet_uninvited<<<2, 32>>>(); }, cudaErrorLaunchFailure), "cooperative launch");
}

__global__ void count(int* x) {
  __syncthreads();
  atomicAdd(x, 1);
}

TEST(Failures, NextKernelRuns) {
  report_of([] { barrier_against_warp<<<1, 64>>>(); }, cudaErrorLaunchFailure);
  int* x;
  ASSERT_EQ(cudaMallocManaged(&x, sizeof(int)), cudaSuccess);
  *x = 0;
  count<<<10, 64>>>(x);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*x, 640);
  cudaFree(x);
}

}  // namespace
