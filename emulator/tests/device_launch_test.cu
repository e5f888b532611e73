// Kernels that launch kernels. The expected results are those of an H200 (driver 580.159.04, CUDA 13.0).
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

struct Seen {
  int done, errors, first_error, first_at, deepest;
};
enum Kind { tail, fire_and_forget, plain };

__device__ void note(Seen* seen, cudaError_t error, int at) {
  if (error == cudaSuccess) return;
  if (seen->errors++ == 0) seen->first_error = error, seen->first_at = at;
}
__global__ void child(Seen* seen) {
  atomicAdd(&seen->done, 1);
}
__global__ void launch_many(Seen* seen, int n, Kind kind) {
  for (int i = 0; i < n; ++i) {
    if (kind == tail) {
      child<<<1, 1, 0, cudaStreamTailLaunch>>>(seen);
    } else if (kind == fire_and_forget) {
      child<<<1, 1, 0, cudaStreamFireAndForget>>>(seen);
    } else {
      child<<<1, 1>>>(seen);
    }
    note(seen, cudaGetLastError(), i);
  }
}
__global__ void nest(Seen* seen, int depth, int most, Kind kind) {
  atomicMax(&seen->deepest, depth);
  if (depth == most) return;
  if (kind == tail) {
    nest<<<1, 1, 0, cudaStreamTailLaunch>>>(seen, depth + 1, most, kind);
  } else if (kind == fire_and_forget) {
    nest<<<1, 1, 0, cudaStreamFireAndForget>>>(seen, depth + 1, most, kind);
  } else {
    nest<<<1, 1>>>(seen, depth + 1, most, kind);
  }
  note(seen, cudaGetLastError(), depth);
}

class DeviceLaunch : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMallocManaged(&seen, sizeof(Seen)), cudaSuccess);
    clear();
  }
  void TearDown() override {
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "a thread's error reached the host";
    cudaFree(seen);
  }
  void clear() { *seen = {0, 0, 0, -1, 0}; }

  Seen* seen = nullptr;
};

TEST_F(DeviceLaunch, TailLaunchesBeyondTheLimitFailAndTheOthersRun) {
  for (const int n : {100, 2048, 2049, 5000}) {
    clear();
    launch_many<<<1, 1>>>(seen, n, tail);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(seen->done, std::min(n, 2048));
    EXPECT_EQ(seen->errors, std::max(n - 2048, 0));
    if (n > 2048) {
      EXPECT_EQ(seen->first_error, cudaErrorLaunchPendingCountExceeded);
      EXPECT_EQ(seen->first_at, 2048);
    }
  }
}

TEST_F(DeviceLaunch, ChildrenThatStartAtOnceLeaveTheirPlaces) {
  for (const Kind kind : {fire_and_forget, plain}) {
    clear();
    launch_many<<<1, 1>>>(seen, 5000, kind);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(seen->done, 5000);
    EXPECT_EQ(seen->errors, 0);
  }
}

TEST_F(DeviceLaunch, TheLimitCanBeRaised) {
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192), cudaSuccess);
  launch_many<<<1, 1>>>(seen, 10000, tail);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(seen->done, 8192);
  EXPECT_EQ(seen->first_at, 8192);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048), cudaSuccess);
}

TEST_F(DeviceLaunch, DepthIsBoundedByWhatIsPending) {
  for (const Kind kind : {fire_and_forget, plain}) {
    clear();
    nest<<<1, 1>>>(seen, 0, 5000, kind);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(seen->deepest, 2048);
    EXPECT_EQ(seen->errors, 1);
    EXPECT_EQ(seen->first_error, cudaErrorLaunchPendingCountExceeded);
    EXPECT_EQ(seen->first_at, 2048);
  }
}

TEST_F(DeviceLaunch, AChainOfTailLaunchesHasNoBound) {
  nest<<<1, 1>>>(seen, 0, 5000, tail);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(seen->deepest, 5000);
  EXPECT_EQ(seen->errors, 0);
}

__global__ void fail_in_thread_0(int* errors) {
  if (threadIdx.x == 0) child<<<0, 1>>>(nullptr);
  errors[threadIdx.x] = cudaGetLastError();
  errors[threadIdx.x + 2] = cudaGetLastError();
}

TEST_F(DeviceLaunch, AThreadsErrorIsItsOwn) {
  int* errors;
  ASSERT_EQ(cudaMallocManaged(&errors, 4 * sizeof(int)), cudaSuccess);
  fail_in_thread_0<<<1, 2>>>(errors);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(errors[0], cudaErrorInvalidValue);
  EXPECT_EQ(errors[1], cudaSuccess);
  EXPECT_EQ(errors[2], cudaSuccess);
  EXPECT_EQ(errors[3], cudaSuccess);
  cudaFree(errors);
}

// The compiler must not see where the pointer leads, because nvcc warns of local memory.
__device__ Seen* volatile place;
__device__ Seen* hidden(Seen* pointer) {
  place = pointer;
  return place;
}
__global__ void give_shared() {
  __shared__ Seen seen;
  child<<<1, 1>>>(hidden(&seen));
}
__global__ void give_local() {
  Seen seen{};
  child<<<1, 1>>>(hidden(&seen));
}

// Sticky errors: each in a process of its own.
TEST_F(DeviceLaunch, AParentsOwnMemoryIsRefused) {
  const auto run = [](void (*kernel)()) {
    kernel<<<1, 1>>>();
    std::exit(cudaDeviceSynchronize() == cudaErrorInvalidAddressSpace ? 7 : 1);
  };
  EXPECT_EXIT(run(give_shared), testing::ExitedWithCode(7),
              "device_launch_test.cu:[0-9]+: gives a child grid a pointer to shared memory");
  EXPECT_EXIT(run(give_local), testing::ExitedWithCode(7),
              "device_launch_test.cu:[0-9]+: gives a child grid a pointer to local memory");
}

}  // namespace
