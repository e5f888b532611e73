#include "common/ptx.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "common/check.h"
#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

constexpr int block_size = 256;

__global__ void reciprocals_kernel(const float* x, float* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = reciprocal_approximate(x[i]);
}

std::vector<float> reciprocals(const std::vector<float>& x) {
  const DeviceBuffer<float> d_x(x);
  DeviceBuffer<float> d_y(x.size());
  d_y.fill_bytes(0xFF);
  reciprocals_kernel<<<blocks_for(x.size(), block_size), block_size>>>(d_x.data(), d_y.data(), x.size());
  check(cudaGetLastError());
  return d_y.to_host();
}

// A unit in the last place is at most 2^-23 of the number.
TEST(ReciprocalApproximate, IsOneUnitOffAtMost) {
  std::vector<float> x = random_reals<float>(1 << 18, 1, 2, test_seed());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::ldexp(i % 2 == 0 ? x[i] : -x[i], static_cast<int>(i % 251) - 125);  // both are normal numbers
  const std::vector<float> y = reciprocals(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = 1 / static_cast<double>(x[i]);
    ASSERT_LE(std::abs(y[i] - exact), std::ldexp(std::abs(exact), -23)) << x[i];
  }
}

TEST(ReciprocalApproximate, OfZeroIsInfinite) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> y = reciprocals({0.0f, infinity});
  EXPECT_EQ(y[0], infinity);
  EXPECT_EQ(y[1], 0.0f);
}

}  // namespace
