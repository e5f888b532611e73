// Sizes larger than any memory: every copy, set and allocation refuses them, and changes nothing.
#include <cuda.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

constexpr std::size_t minus_4 = static_cast<std::size_t>(-4);
constexpr std::size_t half = std::size_t{1} << 63;  // twice of it is 0
constexpr std::size_t quarter = std::size_t{1} << 62;

__device__ int symbol[4];

class Sizes : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMalloc(&device_, 64), cudaSuccess);
    ASSERT_EQ(cudaMemset(device_, 7, 64), cudaSuccess);
  }
  // A refused call has changed nothing and leaves no sticky error.
  void TearDown() override {
    cudaGetLastError();
    std::vector<unsigned char> now(64);
    EXPECT_EQ(cudaMemcpy(now.data(), device_, 64, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(now, std::vector<unsigned char>(64, 7));
    EXPECT_EQ(cudaFree(device_), cudaSuccess);
  }
  CUdeviceptr address() const { return reinterpret_cast<CUdeviceptr>(device_); }

  char* device_ = nullptr;
  char host_[64] = {};
};

TEST_F(Sizes, OfFlatCopies) {
  char* const middle = device_ + 32;  // middle - 4 lies in the allocation
  for (const std::size_t size : {minus_4, static_cast<std::size_t>(-32), static_cast<std::size_t>(-1), half}) {
    EXPECT_EQ(cudaMemcpy(middle, host_, size, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host_, middle, size, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host_, host_ + 32, size, cudaMemcpyHostToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(middle, host_, size, cudaMemcpyDefault), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyAsync(middle, device_, size, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyPeer(middle, 0, device_, 0, size), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyPeerAsync(middle, 0, device_, 0, size), cudaErrorInvalidValue);
    EXPECT_EQ(cuMemcpyHtoD(address() + 32, host_, size), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemcpyDtoH(host_, address() + 32, size), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemcpyDtoDAsync(address() + 32, address(), size, nullptr), CUDA_ERROR_INVALID_VALUE);
  }
}

TEST_F(Sizes, OfSymbols) {
  EXPECT_EQ(cudaMemcpyToSymbol(symbol, host_, minus_4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(symbol, host_, 8, minus_4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyFromSymbol(host_, symbol, minus_4, 8), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbolAsync(symbol, host_, minus_4, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
}

TEST_F(Sizes, OfFlatSets) {
  for (const std::size_t size : {minus_4, static_cast<std::size_t>(-1), half}) {
    EXPECT_EQ(cudaMemset(device_ + 32, 0, size), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemsetAsync(device_ + 32, 0, size), cudaErrorInvalidValue);
    EXPECT_EQ(cuMemsetD8(address() + 32, 0, size), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemsetD16(address() + 32, 0, size), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemsetD32(address() + 32, 0, size), CUDA_ERROR_INVALID_VALUE);
  }
  EXPECT_EQ(cuMemsetD32(address(), 0, quarter), CUDA_ERROR_INVALID_VALUE);      // 4 * quarter is 0
  EXPECT_EQ(cuMemsetD32(address(), 0, quarter + 1), CUDA_ERROR_INVALID_VALUE);  // and this is 4
  EXPECT_EQ(cuMemsetD16Async(address(), 0, half + 1, nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(Sizes, OfFieldsOfRows) {
  EXPECT_EQ(cudaMemcpy2D(device_, half, host_, half, 4, 3, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(device_, 16, host_, 16, 16, quarter + 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DAsync(host_, 4, device_, 4, 4, quarter + 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(device_, minus_4, host_, minus_4, minus_4, 2, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset2D(device_, 16, 0, 16, quarter + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset2D(device_, half, 0, 4, 3), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset2DAsync(device_ + 32, 16, 0, minus_4, 1), cudaErrorInvalidValue);
}

TEST_F(Sizes, OfBoxes) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(host_, 16, 16, 2);
  copy.dstPtr = make_cudaPitchedPtr(device_, 16, 16, 2);
  copy.kind = cudaMemcpyHostToDevice;
  copy.extent = make_cudaExtent(16, 2, (std::size_t{1} << 59) + 1);  // 32 bytes per layer: all of them wrap to one
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy3DAsync(&copy), cudaErrorInvalidValue);
  copy.extent = make_cudaExtent(4, 1, 1);
  copy.dstPos = make_cudaPos(0, 0, std::size_t{1} << 59);  // this position wraps to 0
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
  copy.dstPos = make_cudaPos(minus_4, 1, 0);
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaErrorInvalidValue);

  const cudaPitchedPtr field = make_cudaPitchedPtr(device_, 16, 16, 2);
  EXPECT_EQ(cudaMemset3D(field, 0, make_cudaExtent(16, 2, (std::size_t{1} << 59) + 1)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset3D(field, 0, make_cudaExtent(16, 2, 3)), cudaErrorInvalidValue);  // 2 layers fit
  EXPECT_EQ(cudaMemset3DAsync(field, 0, make_cudaExtent(0, 2, minus_4)), cudaSuccess);  // no bytes are set
}

TEST_F(Sizes, OfArrays) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  EXPECT_EQ(cudaMallocArray(&array, &format, quarter, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocArray(&array, &format, minus_4, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMalloc3DArray(&array, &format, make_cudaExtent(8, std::size_t{1} << 40, std::size_t{1} << 40)),
            cudaErrorInvalidValue);
  ASSERT_EQ(cudaMallocArray(&array, &format, 8, 4), cudaSuccess);
  EXPECT_EQ(cudaMemcpyToArray(array, 0, 0, host_, minus_4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DToArray(array, minus_4, 0, host_, 8, 8, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, static_cast<std::size_t>(-1), host_, 8, 8, 2, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2DFromArray(host_, 8, array, 0, 1, 8, static_cast<std::size_t>(-1), cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}

// A size larger than any device is out of memory; one where pitch * rows overflows is an invalid argument.
TEST_F(Sizes, OfAllocations) {
  for (const std::size_t size : {minus_4, static_cast<std::size_t>(-1), half, std::size_t{1} << 50}) {
    void* p = &host_;
    EXPECT_EQ(cudaMalloc(&p, size), cudaErrorMemoryAllocation);
    EXPECT_EQ(p, nullptr);
    EXPECT_EQ(cudaMallocHost(&p, size), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaHostAlloc(&p, size, cudaHostAllocDefault), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaMallocManaged(&p, size), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaMallocAsync(&p, size, nullptr), cudaErrorMemoryAllocation);
    cudaMemPool_t pool;
    ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
    EXPECT_EQ(cudaMallocFromPoolAsync(&p, size, pool, nullptr), cudaErrorMemoryAllocation);
    CUdeviceptr address = 0;
    EXPECT_EQ(cuMemAlloc(&address, size), CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(cuMemAllocManaged(&address, size, CU_MEM_ATTACH_GLOBAL), CUDA_ERROR_OUT_OF_MEMORY);
  }
  for (const std::size_t size : {minus_4, static_cast<std::size_t>(-1), half}) {
    void* p = nullptr;
    std::size_t pitch = 0;
    EXPECT_EQ(cudaMallocPitch(&p, &pitch, size, 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMallocPitch(&p, &pitch, 1, size), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMallocPitch(&p, &pitch, std::size_t{1} << 32, std::size_t{1} << 32), cudaErrorInvalidValue);
    cudaPitchedPtr field{};
    EXPECT_EQ(cudaMalloc3D(&field, make_cudaExtent(1, size, 2)), cudaErrorInvalidValue);
    EXPECT_EQ(cudaHostRegister(host_, size, cudaHostRegisterDefault), cudaErrorInvalidValue);
  }
}

TEST_F(Sizes, OfManagedRanges) {
  char* managed = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 64), cudaSuccess);
  const cudaMemLocation here{cudaMemLocationTypeDevice, 0};
  EXPECT_EQ(cudaMemPrefetchAsync(managed + 32, minus_4, here, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemAdvise(managed + 32, minus_4, cudaMemAdviseSetReadMostly, here), cudaErrorInvalidValue);
  int value = 0;
  EXPECT_EQ(cudaMemRangeGetAttribute(&value, sizeof value, cudaMemRangeAttributeReadMostly, managed + 32, minus_4),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

TEST_F(Sizes, OfVirtualMemory) {
  constexpr std::size_t piece = 2 << 20;
  constexpr std::size_t wraps = static_cast<std::size_t>(0) - piece;
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemGenericAllocationHandle handle = 0;
  EXPECT_EQ(cuMemCreate(&handle, wraps, &properties, 0), CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr start = 0;
  EXPECT_EQ(cuMemAddressReserve(&start, wraps, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemCreate(&handle, 2 * piece, &properties, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAddressReserve(&start, 2 * piece, 0, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(start, 2 * piece, wraps, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(start + piece, wraps, piece, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(start, 2 * piece), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
}

TEST_F(Sizes, OfNodes) {
  cudaGraph_t graph;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t node;
  EXPECT_EQ(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, device_ + 32, host_, minus_4, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  cudaMemsetParams set{};
  set.dst = device_;
  set.elementSize = 4;
  set.width = quarter + 1;
  set.height = 1;
  EXPECT_EQ(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &set), cudaErrorInvalidValue);
  cudaMemAllocNodeParams allocation{};
  allocation.poolProps.allocType = cudaMemAllocationTypePinned;
  allocation.poolProps.location = {cudaMemLocationTypeDevice, 0};
  allocation.bytesize = minus_4;
  EXPECT_EQ(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &allocation), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

}  // namespace
