#include <numeric>

#include "check.cuh"
#include "exercises/harness.h"

static void expect_all_written(int* out, const exercise::Array<int>& array) {
  launch(out, 256);
  std::vector<int> expected(256);
  std::iota(expected.begin(), expected.end(), 0);
  exercise::expect_equal("out", array, expected);
}

void test() {
  exercise::about("check(cudaSuccess)");
  try {
    check(cudaSuccess);
  } catch (const CudaFailure&) {
    exercise::fail("a CudaFailure was thrown");
  }

  exercise::about("check of an error");
  for (const cudaError_t error : {cudaErrorMemoryAllocation, cudaErrorInvalidValue, cudaErrorIllegalAddress}) {
    bool thrown = false;
    const int line = __LINE__ + 2;
    try {
      check(error);
    } catch (const CudaFailure& failure) {
      thrown = true;
      exercise::expect(failure.code == error, "code is %s, should be %s", cudaGetErrorName(failure.code),
                       cudaGetErrorName(error));
      exercise::expect(failure.line == line, "line is %d, should be %d", failure.line, line);
    }
    exercise::expect(thrown, "nothing was thrown");
  }

  exercise::about("256 threads");
  const auto out = exercise::Array<int>::poisoned(256);
  expect_all_written(out.data(), out);

  exercise::about("1025 threads in a block");
  bool thrown = false;
  try {
    launch(out.data(), 1025);
  } catch (const CudaFailure& failure) {
    thrown = true;
    exercise::expect(failure.code != cudaSuccess, "a CudaFailure was thrown for cudaSuccess");
  }
  exercise::expect(thrown, "nothing was thrown for a launch that is refused");

  exercise::about("a good launch behind the refused one");
  expect_all_written(out.data(), out);
}

void counted() {
  const auto out = exercise::Array<int>::poisoned(256);
  expect_all_written(out.data(), out);
}
