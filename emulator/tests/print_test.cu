// printf in kernels: warp by warp, as lanes in lockstep would write, blocks in order; the same text every time.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

// The text that f leaves on the standard output.
template <class F>
std::string text_of(F f) {
  testing::internal::CaptureStdout();
  f();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

__global__ void two_lines() {
  printf("a%d ", threadIdx.x);
  printf("b%d ", threadIdx.x);
}

TEST(Print, LanesWriteOneLineTogether) {
  EXPECT_EQ(text_of([] { two_lines<<<1, 3>>>(); }), "a0 a1 a2 b0 b1 b2 ");
}

TEST(Print, WarpsOneAfterAnother) {
  std::string expected;
  for (int warp = 0; warp < 2; ++warp) {
    for (const char letter : {'a', 'b'}) {
      for (int lane = 0; lane < 32; ++lane) expected += letter + std::to_string(warp * 32 + lane) + " ";
    }
  }
  EXPECT_EQ(text_of([] { two_lines<<<1, 64>>>(); }), expected);
}

__global__ void with_barrier() {
  if (threadIdx.x % 32 == 31) printf("before %d\n", threadIdx.x / 32);
  __syncthreads();
  if (threadIdx.x % 32 == 0) printf("after %d\n", threadIdx.x / 32);
}

TEST(Print, BarriersOrderTheWarps) {
  EXPECT_EQ(text_of([] { with_barrier<<<1, 64>>>(); }), "before 0\nbefore 1\nafter 0\nafter 1\n");
}

__global__ void many_blocks() {
  for (int i = 0; i < static_cast<int>(blockIdx.x % 7) * 1000; ++i) __syncwarp();  // blocks take different times
  if (threadIdx.x == 0) printf("block %d\n", blockIdx.x);
}

TEST(Print, BlocksInOrder) {
  std::string expected;
  for (int b = 0; b < 200; ++b) expected += "block " + std::to_string(b) + "\n";
  for (int round = 0; round < 3; ++round) EXPECT_EQ(text_of([] { many_blocks<<<200, 32>>>(); }), expected);
}

__global__ void loop() {
  for (unsigned i = 0; i <= threadIdx.x; ++i) printf("%u.%u ", i, threadIdx.x);
}

TEST(Print, LanesLeaveALoop) {
  EXPECT_EQ(text_of([] { loop<<<1, 3>>>(); }), "0.0 0.1 0.2 1.1 1.2 2.2 ");
}

// Before the kernel, so that its lines are lower; called after the kernel's first print.
__device__ void report(const char* name) {
  printf("%s%d ", name, threadIdx.x);
}
__device__ int report_twice(const char* name) {
  report(name);
  printf("%s%d again ", name, threadIdx.x);
  return 2;
}
__global__ void calls_what_prints() {
  if (threadIdx.x == 0) printf("first ");
  if (threadIdx.x > 0) printf("later%d ", threadIdx.x);
  if (threadIdx.x == 0) report("zero");
  const int two = threadIdx.x < 2 ? report_twice("few") : 0;
  printf("%d ", two);
}

TEST(Print, FunctionsPrintWhereTheyAreCalled) {
  EXPECT_EQ(text_of([] { calls_what_prints<<<1, 3>>>(); }),
            "first later1 later2 zero0 few0 few1 few0 again few1 again 2 2 0 ");
}

__global__ void formats(const char* name, int* result) {
  *result = printf("%s %5.2f %lld %c %% %p\n", name, 3.14159, 1ll << 40, 'x', static_cast<void*>(nullptr));
  std::printf("%300d|\n", 7);
}

TEST(Print, FormatsAndResult) {
  char* name;
  int* result;
  cudaMallocManaged(&name, 8);
  cudaMallocManaged(&result, sizeof(int));
  snprintf(name, 8, "abc");
  const std::string text = text_of([&] { formats<<<1, 1>>>(name, result); });
  EXPECT_EQ(text, "abc  3.14 1099511627776 x % (nil)\n" + std::string(299, ' ') + "7|\n");
  EXPECT_EQ(*result, 5);  // on a GPU: the number of arguments
  cudaFree(name);
  cudaFree(result);
}

TEST(Print, HostAndKernelInProgramOrder) {
  EXPECT_EQ(text_of([] {
              printf("host\n");
              two_lines<<<1, 1>>>();
              cudaDeviceSynchronize();
              printf("host again %d\n", 1);
            }),
            "host\na0 b0 host again 1\n");
}

}  // namespace
