#include "ch12_streams/host_functions/host_functions.h"

#include <algorithm>
#include <numeric>

#include "common/check.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace host_functions;

class HostFunctions : public testing::TestWithParam<int> {};

TEST_P(HostFunctions, EveryPieceIsAddedUpInItsTurn) {
  for (const int pieces : {1, 2, 9}) {
    for (const int size : {1, 255, 257, 1000}) {
      const std::size_t n = std::size_t(pieces) * size;
      const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed());
      const Guarded<std::uint32_t> d_x(x);
      Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(n);
      PinnedBuffer<std::uint32_t> h_y(n);
      std::fill(h_y.begin(), h_y.end(), ~0u);
      std::vector<std::uint64_t> sums(pieces + 1, 77);
      std::vector<int> order, in_turn(pieces);
      std::iota(in_turn.begin(), in_turn.end(), 0);
      check(cudaDeviceSynchronize());
      const Stream stream, second;
      ladder()[GetParam()].run({d_x.data(), d_y.data(), h_y.data(), sums.data(), &order, pieces, size, 5}, stream,
                               second);

      std::vector<std::uint64_t> expected = sums_cpu(x, pieces, 5);
      expected.push_back(77);
      EXPECT_EQ(sums, expected) << pieces << " pieces of " << size;
      EXPECT_EQ(order, in_turn);
      EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    }
  }
}

// So many pieces that the device is far ahead: a function that ran too early would add data that is not there yet.
TEST_P(HostFunctions, NoFunctionComesBeforeItsPiece) {
  const int pieces = 20, size = emulated_device() ? 500 : 100'000, steps = emulated_device() ? 3 : 3000;
  const std::vector<std::uint32_t> x(std::size_t(pieces) * size, 3);
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_y(x.size());
  PinnedBuffer<std::uint32_t> h_y(x.size());
  std::fill(h_y.begin(), h_y.end(), 0);
  std::vector<std::uint64_t> sums(pieces);
  std::vector<int> order;
  check(cudaDeviceSynchronize());
  const Stream stream, second;
  ladder()[GetParam()].run({d_x.data(), d_y.data(), h_y.data(), sums.data(), &order, pieces, size, steps}, stream,
                           second);
  EXPECT_EQ(sums, sums_cpu(x, pieces, steps));
}

INSTANTIATE_TEST_SUITE_P(Ladder, HostFunctions, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(HostFunctionsProgram, ShowsEveryWayAndWhatIsForbidden) {
  const Ended ended = run_program({PROGRAM, "--pieces", "3", "--n", "100", "--steps", "2", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  EXPECT_NE(ended.out.find("returns: cudaErrorNotPermitted"), std::string::npos) << ended.out;
}

TEST(HostFunctionsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--pieces=0", "--n=0", "--steps=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
