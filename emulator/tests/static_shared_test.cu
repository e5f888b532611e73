// The bytes of __shared__ variables that kernels declare: attributes, occupancy and launches count them.
#include <cuda.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace {

__global__ void none(int* p) {
  *p = 1;
}
__global__ void one(int* p) {
  __shared__ int tile[300];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  *p = tile[blockDim.x - 1];
}
template <typename T, int n>
__global__ void generic(T* p) {
  __shared__ T tile[n];
  tile[threadIdx.x] = T(threadIdx.x);
  __syncthreads();
  *p = tile[blockDim.x - 1];
}
struct Pair {
  double a, b;
};
__global__ void several(double* p) {
  __shared__ Pair pairs[10];
  __shared__ double sum;
  pairs[threadIdx.x % 10].a = threadIdx.x;
  if (threadIdx.x == 0) {
    __shared__ Pair more[5];
    more[0].b = sum = 3;
    *p = more[0].b + sum + pairs[threadIdx.x + 1].a;
  }
  const auto add = [&] {
    __shared__ double of_lambda[4];
    of_lambda[0] = sum;
    *p += of_lambda[0];
  };
  add();
}
__global__ void both(int* p) {
  __shared__ int tile[10240];
  extern __shared__ int dynamic[];
  tile[threadIdx.x] = dynamic[threadIdx.x] = threadIdx.x;
  *p = tile[threadIdx.x] + dynamic[threadIdx.x];
}

template <typename Kernel>
std::size_t static_bytes(Kernel kernel) {
  cudaFuncAttributes attributes{};
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  return attributes.sharedSizeBytes;
}

TEST(StaticShared, IsReported) {
  EXPECT_EQ(static_bytes(none), 0u);
  EXPECT_EQ(static_bytes(one), 1200u);
  EXPECT_EQ(static_bytes(generic<float, 100>), 400u);
  EXPECT_EQ(static_bytes(generic<double, 33>), 264u);
  EXPECT_EQ(static_bytes(several), 10 * 16u + 8 + 5 * 16 + 4 * 8);
  EXPECT_EQ(static_bytes(both), 40960u);
}

TEST(StaticShared, LimitsBlocksOfAMultiprocessor) {
  const auto blocks = [](auto kernel, std::size_t dynamic) {
    int count = 0;
    EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, kernel, 32, dynamic), cudaSuccess);
    return count;
  };
  EXPECT_EQ(blocks(none, 0), 32);
  EXPECT_EQ(blocks(none, 40960), 5);  // each block with 1 KB more
  EXPECT_EQ(blocks(both, 0), 5);
  EXPECT_EQ(blocks(both, 40960), 2);
  std::size_t room = 0;
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&room, both, 2, 32), cudaSuccess);
  EXPECT_EQ(room, 48u * 1024 - 40960);  // unless the kernel has asked for more
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&room, none, 6, 32), cudaSuccess);
  EXPECT_EQ(room, 38912u);  // a sixth of 228 KB: what each block reserves is not subtracted
}

TEST(StaticShared, TakesRoomFromLaunches) {
  int* p = nullptr;
  ASSERT_EQ(cudaMalloc(&p, sizeof(int)), cudaSuccess);
  both<<<1, 32, 8192>>>(p);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  both<<<1, 32, 8196>>>(p);  // 48 KB and 4 bytes
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  constexpr int rest = 227 * 1024 - 40960;
  EXPECT_EQ(cudaFuncSetAttribute(both, cudaFuncAttributeMaxDynamicSharedMemorySize, rest + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(both, cudaFuncAttributeMaxDynamicSharedMemorySize, rest), cudaSuccess);
  cudaGetLastError();
  both<<<1, 32, rest>>>(p);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);

  // What is asked for counts without the __shared__ variables, and a smaller number lowers the limit (as on an H200).
  for (const int limit : {48 * 1024, 1000}) {
    EXPECT_EQ(cudaFuncSetAttribute(both, cudaFuncAttributeMaxDynamicSharedMemorySize, limit), cudaSuccess);
    both<<<1, 32, limit>>>(p);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << limit;
    both<<<1, 32, limit + 1>>>(p);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue) << limit;
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

}  // namespace
