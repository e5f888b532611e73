// Results are the same in every rung; whether the legacy stream waits between them is tested without a clock.
#include "ch12_streams/default_stream/default_stream.h"

#include <algorithm>

#include "common/testing.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace default_stream;

class DefaultStream : public testing::TestWithParam<int> {};

TEST_P(DefaultStream, EveryPartIsRight) {
  for (const int steps : {0, 1, 2, 77}) {
    const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(elements, 0, 0xffffffff, test_seed());
    const Guarded<std::uint32_t> d_x(x);
    Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(elements);
    check(cudaDeviceSynchronize());
    const Streams streams(ladder()[GetParam()].flags);
    ladder()[GetParam()].run(d_x.data(), d_y.data(), steps, streams);
    check(cudaDeviceSynchronize());
    EXPECT_EQ(d_y.to_host(), expected(x, steps)) << steps << " steps";
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  }
}

// Captured work does not run, so the legacy stream cannot wait for it. If it would have to, CUDA refuses the call.
TEST_P(DefaultStream, OnlyTheLegacyStreamWaitsForAStreamThatIsRecorded) {
  const Rung& rung = ladder()[GetParam()];
  const DeviceBuffer<std::uint32_t> d_x(std::vector<std::uint32_t>(elements, 1));
  DeviceBuffer<std::uint32_t> d_y(elements);
  check(cudaDeviceSynchronize());
  const Streams streams(rung.flags);
  check(cudaStreamBeginCapture(streams.a, cudaStreamCaptureModeRelaxed));
  cudaError_t refused = cudaSuccess;
  try {
    rung.run(d_x.data(), d_y.data(), 1, streams);
  } catch (const CudaError& error) {
    refused = error.code;
  }
  cudaGraph_t graph = nullptr;
  const cudaError_t ended = cudaStreamEndCapture(streams.a, &graph);
  cudaGetLastError();
  if (graph) check(cudaGraphDestroy(graph));
  EXPECT_EQ(refused, rung.overlaps ? cudaSuccess : cudaErrorStreamCaptureImplicit) << cudaGetErrorName(refused);
  EXPECT_EQ(ended, rung.overlaps ? cudaSuccess : cudaErrorStreamCaptureInvalidated) << cudaGetErrorName(ended);
  check(cudaDeviceSynchronize());
}

TEST_P(DefaultStream, TakesTheTimeOfOneKernelOrOfTwo) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (watched()) GTEST_SKIP() << "a tool makes kernels wait";
  const Rung& rung = ladder()[GetParam()];
  constexpr int steps = 1'000'000;
  const DeviceBuffer<std::uint32_t> d_x(std::vector<std::uint32_t>(elements, 1));
  DeviceBuffer<std::uint32_t> d_y(elements);
  const Streams streams(rung.flags);
  // In turns: a device that was idle raises its clock during the first runs.
  std::vector<double> ratios;
  for (int i = 0; i < 7; ++i) {
    const double one = median_host_ms([&] { one_kernel(d_x.data(), d_y.data(), steps, streams.a); }, 1, i == 0 ? 2 : 0);
    const double two = median_host_ms([&] { rung.run(d_x.data(), d_y.data(), steps, streams); }, 1, i == 0 ? 2 : 0);
    ratios.push_back(two / one);
  }
  if (rung.overlaps) {
    EXPECT_LT(median(ratios), 1.5);
  } else {
    EXPECT_GT(median(ratios), 1.8);
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, DefaultStream, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(DefaultStreamProgram, ShowsEveryWay) {
  const Ended ended = run_program({PROGRAM, "--steps", "9", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(DefaultStreamProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--steps=-1", "--steps=1e10", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
