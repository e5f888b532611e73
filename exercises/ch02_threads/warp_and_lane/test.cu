#include "exercises/harness.h"
#include "warp_and_lane.cuh"

static void run(dim3 shape) {
  exercise::about("a block of %u x %u x %u threads", shape.x, shape.y, shape.z);
  const int n = static_cast<int>(shape.x * shape.y * shape.z);
  const auto warp = exercise::Array<int>::poisoned(n), lane = exercise::Array<int>::poisoned(n);
  warp_and_lane(shape, warp.data(), lane.data());
  exercise::launched("warp_and_lane_kernel");
  std::vector<int> expected_warp, expected_lane;
  for (int i = 0; i < n; ++i) {
    expected_warp.push_back(i / 32);
    expected_lane.push_back(i % 32);
  }
  exercise::expect_equal("warp", warp, expected_warp);
  exercise::expect_equal("lane", lane, expected_lane);
}

void test() {
  for (const dim3 shape : {dim3(32), dim3(33), dim3(1, 1, 64), dim3(8, 4, 3), dim3(5, 7, 2), dim3(16, 16), dim3(1)}) {
    run(shape);
  }
}

void counted() {
  run(dim3(8, 4, 3));
}
