// The program's output: every GPU has added its part, for any number of GPUs.
#include "common/devices.h"
#include "common/testing.h"

namespace {

TEST(SeveralGpus, EachAddsUpItsPart) {
  const int devices = device_count();
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  std::string expected;
  for (int d = 0; d < devices; ++d) {
    const long long begin = 1'000'000LL * d / devices, end = 1'000'000LL * (d + 1) / devices;
    long long sum = 0;
    for (long long i = begin; i < end; ++i) sum += i % 1000;
    expected += "GPU " + std::to_string(d) + ": elements " + std::to_string(begin) + " to " + std::to_string(end - 1) +
                ", sum " + std::to_string(sum) + "\n";
  }
  EXPECT_EQ(ended.out, expected + "all: 499500000, on the CPU: 499500000\n");
}

}  // namespace
