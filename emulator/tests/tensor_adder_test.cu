// What a tensor core's adder loses: terms far below the largest one, and what does not fit into a float.
#include "emulator/tensor_adder.hpp"

#include <cuda_bf16.h>
#include <gtest/gtest.h>
#include <mma.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

using namespace cuda_emulator;
constexpr double infinity = std::numeric_limits<double>::infinity();

double total(double sum, std::vector<double> products, int fraction = tensor_fraction) {
  return tensor_total(sum, products.data(), static_cast<int>(products.size()), fraction);
}

TEST(TensorAdder, CutsEachTermBelowTheLargest) {
  EXPECT_EQ(total(1, {0x1p-25, 0x1p-25}), 1 + 0x1p-24);
  EXPECT_EQ(total(1, {0x1p-26, 0x1p-26, 0x1p-26, 0x1p-26}), 1);  // exactly, half a unit of a float more
  EXPECT_EQ(total(1, {0x1p-13, 0x1p-14}, fp8_group_fraction), 1 + 0x1p-13);
  EXPECT_EQ(total(-1, {-0x1.8p-25}), -1 - 0x1p-25);  // towards 0, not down
  EXPECT_EQ(total(0x1p-30, {1024, -1024}), 0);       // the largest one need not remain
  EXPECT_EQ(total(0, {0x1p-250, 0x1p-252}), 0x1.4p-250);
  EXPECT_EQ(total(0, {0, 0}), 0);
  EXPECT_EQ(total(3, {}), 3);
}

TEST(TensorAdder, KeepsInfinityAndNaN) {
  EXPECT_EQ(total(1, {infinity}), infinity);
  EXPECT_EQ(total(-infinity, {1}), -infinity);
  EXPECT_TRUE(std::isnan(total(1, {infinity, -infinity})));
  EXPECT_TRUE(std::isnan(total(std::nan(""), {1})));
}

TEST(TensorAdder, CutsTheSumToAFloat) {
  EXPECT_EQ(cut_to_float(1 + 0x1p-23), 1 + 0x1p-23f);
  EXPECT_EQ(cut_to_float(1 + 0x1.8p-24), 1.0f);
  EXPECT_EQ(cut_to_float(-1 - 0x1.8p-24), -1.0f);
  EXPECT_EQ(cut_to_float(0x1.8p-149), 0x1p-149f);
  EXPECT_EQ(cut_to_float(0), 0.0f);
  EXPECT_EQ(cut_to_float(1e300), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(cut_to_float(std::nan(""))));
}

// 1 + 16 products of `x` x `x`, by the functions of mma.h and by the instruction.
__global__ void add_kernel(float x, float* out) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> a;
  fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> b;
  fragment<accumulator, 16, 16, 16, float> c;
  fill_fragment(a, __float2bfloat16(x));
  fill_fragment(b, __float2bfloat16(x));
  fill_fragment(c, 1.0f);
  mma_sync(c, a, b, c);
  const __nv_bfloat162 pair = __floats2bfloat162_rn(x, x);
  uint32_t word;
  memcpy(&word, &pair, sizeof word);
  float d[4] = {1, 1, 1, 1};
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, "
      "%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(word));
  if (threadIdx.x == 0) out[0] = c.x[0], out[1] = d[0];
}

TEST(TensorAdder, AddsForWmmaAndForMma) {
  float* out = nullptr;
  ASSERT_EQ(cudaMallocManaged(&out, 2 * sizeof(float)), cudaSuccess);
  const auto results = [&](float x) {
    add_kernel<<<1, 32>>>(x, out);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return std::vector<float>{out[0], out[1]};
  };
  EXPECT_EQ(results(0x1p-12f), std::vector<float>(2, 1 + 0x1p-20f));
  EXPECT_EQ(results(0x1p-13f), std::vector<float>(2, 1.0f));
  cudaFree(out);
}

}  // namespace
