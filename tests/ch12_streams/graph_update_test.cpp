#include "ch12_streams/graph_update/graph_update.h"

#include <string>

#include "common/testing.h"

namespace {

using namespace graph_update;

class GraphUpdate : public testing::TestWithParam<int> {
 protected:
  const Rung& rung() const { return ladder()[GetParam()]; }

  // Prepares the frame, which must run nothing, and launches it.
  void expect_marks(const Frame& frame, Guarded<std::uint32_t>& out) {
    out.fill_bytes(poison);
    check(cudaDeviceSynchronize());
    rung().run(frame, stream_, prepared_);
    stream_.wait();
    EXPECT_EQ(out.to_host(), std::vector<std::uint32_t>(out.size(), ~0u)) << "preparing must run nothing";
    check(cudaGraphLaunch(*prepared_.instance, stream_));
    stream_.wait();
    std::vector<std::uint32_t> expected = marks(frame);
    expected.resize(out.size(), ~0u);
    EXPECT_EQ(out.to_host(), expected) << frame.kernels << " kernels";
  }

  Stream stream_;
  Prepared prepared_;
};

TEST_P(GraphUpdate, EveryFrameLeavesItsOwnMarks) {
  Guarded<std::uint32_t> out = poisoned<std::uint32_t>(40);
  for (const int kernels : {1, 33}) {
    for (const std::uint32_t value : {test_seed(), 5u, 6u}) expect_marks({out.data(), kernels, value}, out);
  }
}

TEST_P(GraphUpdate, OtherNodesNeedANewInstanceAndOtherArgumentsDoNot) {
  Guarded<std::uint32_t> out = poisoned<std::uint32_t>(10);
  const bool always = rung().name == std::string("instantiate_again");
  int frames = 0, shapes = 0;
  for (const int kernels : {4, 9, 3}) {
    ++shapes;
    for (const std::uint32_t value : {1u, 2u}) {
      expect_marks({out.data(), kernels, value}, out);
      EXPECT_EQ(prepared_.instantiated, always ? ++frames : shapes);
    }
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "a refused update must not be found later";
}

TEST_P(GraphUpdate, TheResultMayGoElsewhere) {
  Guarded<std::uint32_t> here = poisoned<std::uint32_t>(5), there = poisoned<std::uint32_t>(5);
  expect_marks({here.data(), 5, 1}, here);
  const std::vector<std::uint32_t> before = here.to_host();
  expect_marks({there.data(), 5, 2}, there);
  EXPECT_EQ(here.to_host(), before) << "the second frame has nothing to do with the first one's array";
}

INSTANTIATE_TEST_SUITE_P(Ladder, GraphUpdate, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(GraphUpdateProgram, CountsTheInstances) {
  const Ended ended = run_program({PROGRAM, "--kernels", "7", "--repeats", "4"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  EXPECT_NE(ended.out.find("5 frames of 7 kernels"), std::string::npos) << ended.out;
}

TEST(GraphUpdateProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--kernels=0", "--kernels=-5", "--kernels=1e9", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
