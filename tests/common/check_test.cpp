#include "common/check.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace {

TEST(Check, SuccessPassesSilently) {
  EXPECT_NO_THROW(check(cudaSuccess));
}

TEST(Check, ErrorNamesFileLineCodeAndText) {
  const int line = __LINE__ + 2;
  try {
    check(cudaErrorInvalidValue);
    FAIL() << "an error passed";
  } catch (const CudaError& error) {
    const std::string what = error.what();
    EXPECT_EQ(error.code, cudaErrorInvalidValue);
    EXPECT_NE(what.find("check_test.cpp:" + std::to_string(line)), std::string::npos) << what;
    EXPECT_NE(what.find("cudaErrorInvalidValue: " + std::string(cudaGetErrorString(cudaErrorInvalidValue))),
              std::string::npos)
        << what;
    EXPECT_FALSE(error.no_device());
  }
}

TEST(Check, FailingCallIsReportedOnceOnly) {
  void* pointer = nullptr;
  EXPECT_THROW(check(cudaMalloc(&pointer, std::size_t{1} << 60)), CudaError);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the next launch would be blamed for it";
}

TEST(Check, MissingDeviceAndOldDriverAreNoDevice) {
  EXPECT_TRUE(CudaError(cudaErrorNoDevice, std::source_location::current()).no_device());
  EXPECT_TRUE(CudaError(cudaErrorInsufficientDriver, std::source_location::current()).no_device());
}

TEST(BlocksFor, GivesAtLeastTheThreadsAndNeverAnEmptyGrid) {
  EXPECT_EQ(blocks_for(0, 256), 1);
  EXPECT_EQ(blocks_for(1, 256), 1);
  EXPECT_EQ(blocks_for(256, 256), 1);
  EXPECT_EQ(blocks_for(257, 256), 2);
  EXPECT_EQ(blocks_for(std::size_t{1} << 31, 1024), 1 << 21);
}

TEST(BlocksFor, RefusesWhatAGridCannotHold) {
  EXPECT_EQ(blocks_for(std::size_t{2147483647} * 32, 32), 2147483647);
  EXPECT_THROW(blocks_for(std::size_t{2147483647} * 32 + 1, 32), std::length_error);
}

}  // namespace
