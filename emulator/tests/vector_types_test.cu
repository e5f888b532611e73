// Sizes and alignments of the built-in vector types, which determine how many accesses a warp needs.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace {

template <typename T, std::size_t size, std::size_t alignment>
constexpr bool laid_out = sizeof(T) == size && alignof(T) == alignment;

static_assert(laid_out<char1, 1, 1> && laid_out<char2, 2, 2> && laid_out<char3, 3, 1> && laid_out<char4, 4, 4>);
static_assert(laid_out<uchar1, 1, 1> && laid_out<uchar2, 2, 2> && laid_out<uchar3, 3, 1> && laid_out<uchar4, 4, 4>);
static_assert(laid_out<short1, 2, 2> && laid_out<short2, 4, 4> && laid_out<short3, 6, 2> && laid_out<short4, 8, 8>);
static_assert(laid_out<ushort2, 4, 4> && laid_out<ushort4, 8, 8>);
static_assert(laid_out<int1, 4, 4> && laid_out<int2, 8, 8> && laid_out<int3, 12, 4> && laid_out<int4, 16, 16>);
static_assert(laid_out<uint2, 8, 8> && laid_out<uint3, 12, 4> && laid_out<uint4, 16, 16>);
static_assert(laid_out<long2, 16, 16> && laid_out<long4, 32, 16> && laid_out<ulong3, 24, 8>);
static_assert(laid_out<longlong2, 16, 16> && laid_out<longlong4, 32, 16> && laid_out<ulonglong4, 32, 16>);
static_assert(laid_out<float1, 4, 4> && laid_out<float2, 8, 8> && laid_out<float3, 12, 4> && laid_out<float4, 16, 16>);
static_assert(laid_out<double1, 8, 8> && laid_out<double2, 16, 16> && laid_out<double3, 24, 8>);
static_assert(laid_out<double4, 32, 16> && laid_out<double4_16a, 32, 16> && laid_out<double4_32a, 32, 32>);
static_assert(laid_out<dim3, 12, 4>);

__global__ void sum_parts(const float4* in, float2* out) {
  const float4 v = in[threadIdx.x];
  out[threadIdx.x] = make_float2(v.x + v.y, v.z + v.w);
}

TEST(VectorTypes, MadeAndCopied) {
  const float4 in[2] = {make_float4(1, 2, 3, 4), {5, 6, 7, 8}};
  float4* device = nullptr;
  float2 *result = nullptr, out[2];
  cudaMalloc(&device, sizeof in);
  cudaMalloc(&result, sizeof out);
  cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice);
  sum_parts<<<1, 2>>>(device, result);
  ASSERT_EQ(cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(out[0].x, 3);
  EXPECT_EQ(out[1].y, 15);
  cudaFree(device);
  cudaFree(result);
}

TEST(VectorTypes, Dim3FillsWithOnes) {
  const dim3 one, two(2), from = uint3{4, 5, 6};
  EXPECT_EQ(one.x * one.y * one.z, 1u);
  EXPECT_EQ(two.x, 2u);
  EXPECT_EQ(two.z, 1u);
  EXPECT_EQ(from.y, 5u);
  const uint3 back = from;
  EXPECT_EQ(back.z, 6u);
}

}  // namespace
