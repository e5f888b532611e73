// Plates of one, two and three ranks must equal the CPU's bit by bit; and the other ranks must end when one fails.
#include "ch14_multi_gpu/halo_ranks/halo_ranks.h"

#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <thread>

#include "common/ranks_testing.h"
#include "common/values.h"

namespace {

using namespace halo_ranks;

int lines_of_ranks(const std::string& text) {
  return ::lines_of_ranks(text, "halo_ranks");
}

// Starting ranks takes a second or more on a GPU, so all cases with the same number of ranks share one start.
const Ended& cases_in_ranks(int ranks) {
  static std::map<int, Ended> ended;
  const auto known = ended.find(ranks);
  return known != ended.end() ? known->second : ended[ranks] = run_in_ranks(ranks, "Cases");
}

class HaloRanks : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (too_few_gpus(GetParam())) GTEST_SKIP() << "needs " << GetParam() << " GPUs";
  }
};

// Only memcheck checks NCCL's rung: the other tools would report what NCCL's own kernels do.
std::vector<Rung> rungs() {
  std::vector<Rung> all(std::begin(ladder()), std::end(ladder()));
  if (!sanitized() || sanitized_by("memcheck")) all.insert(all.end(), peers().begin(), peers().end());
  return all;
}

void expect_reference(const Ranks& ranks) {
  struct Shape {
    std::size_t rows, cols;
  };
  // Slabs of two rows, of three, of more than a thread's rows; rows that end within a thread, a warp and a block.
  const std::size_t least = 2 * ranks.count + 2;
  for (const Shape shape : {Shape{least, 33}, {least + 3, 130}, {35, 127}, {52, 64}, {30, 1030}}) {
    const std::vector<float> u = random_reals<float>(shape.rows * shape.cols, -1, 1, test_seed());
    for (const Rung& rung : rungs()) {
      Slab slab(ranks, shape.rows, shape.cols);
      slab.set(u);
      std::vector<float> expected = u;
      for (const int steps : {0, 1, 2, 5}) {  // each run continues where the last one ended
        rung.run(slab, steps);
        slab.wait();
        for (int step = 0; step < steps; ++step) expected = step_cpu(expected, shape.rows, shape.cols);
        const std::vector<float> found = slab.gather();
        if (ranks.rank != 0) continue;
        EXPECT_EQ(found, expected) << rung.name << ", " << shape.rows << " x " << shape.cols << ", " << steps;
      }
    }
  }
}

// The noise, and so the fingerprint, is that of one rank.
void say_fingerprint(const Ranks& ranks) {
  Slab slab(ranks, 21, 131);
  slab.fill();
  rung_called("overlapped", ladder()).run(slab, 3);
  slab.wait();
  std::printf("fingerprint: %llu\n", static_cast<unsigned long long>(slab.fingerprint()));
}

TEST(InRanks, DISABLED_Cases) {
  Ranks ranks(nullptr, nullptr);
  EXPECT_EQ(ranks.run([] {
    std::fprintf(stderr, "said\n");
    return 2;
  }),
            2);
  const int status = ranks.run([&] {
    ranks.begin();
    check(cudaSetDevice(ranks.local));
    say_fingerprint(ranks);
    expect_reference(ranks);
    std::printf("compared\n");
    return testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(status, 0);
}

// Rank 0 waits for ranks that never arrive, until it is ended from outside.
TEST(InRanks, DISABLED_Hang) {
  Ranks ranks(nullptr, nullptr);
  if (ranks.rank == 0) ranks.wait();
  std::this_thread::sleep_for(std::chrono::seconds(100));
}

TEST_P(HaloRanks, EqualTheReferenceBitByBit) {
  const Ended& ended = cases_in_ranks(GetParam());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("compared\n"), std::string::npos) << ended.out << ended.err;
}

TEST_P(HaloRanks, AgreeOnThePlate) {
  const Ended &one = cases_in_ranks(1), &all = cases_in_ranks(GetParam());
  const auto line = [](const std::string& text) {
    const std::size_t at = text.find("fingerprint: ");
    return at == std::string::npos ? "none" : text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_NE(line(one.out), "none") << one.err;
  EXPECT_EQ(line(all.out), line(one.out)) << all.err;
}

TEST_P(HaloRanks, SayOnceWhatIsWrongBeforeTheyBegin) {
  const Ended& ended = cases_in_ranks(GetParam());
  const std::size_t at = ended.err.find("said\n");
  EXPECT_NE(at, std::string::npos) << ended.err;
  EXPECT_EQ(at, ended.err.rfind("said\n")) << ended.err;
}

TEST_P(HaloRanks, ProgramIsRight) {
  const Ended ended = run_ranks(
      {"-n", std::to_string(GetParam()), PROGRAM, "--n", "40", "--small", "33", "--points", "9000", "--repeats", "1"},
      GetParam());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find(std::to_string(GetParam()) + " ranks: 0 values differ"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("device:"), ended.out.rfind("device:")) << "one rank prints";
}

INSTANTIATE_TEST_SUITE_P(Ranks, HaloRanks, testing::Values(1, 2, 3, 4));

TEST(HaloRanksProgram, RanksThatHangAreEndedAndItIsSaid) {
  if (too_few_gpus(2)) GTEST_SKIP() << "needs 2 GPUs";
  const Ended ended = run_in_ranks(2, "Hang", 1);
  EXPECT_EQ(ended.status, 124) << ended.out << ended.err;
  EXPECT_NE(ended.err.find("took longer than 1 s"), std::string::npos) << ended.err;
}

TEST(HaloRanksProgram, OneRankThatFailsEndsAll) {
  if (too_few_gpus(2)) GTEST_SKIP() << "needs 2 GPUs";
  const std::vector<std::string> right{"-n", "1", PROGRAM, "--n", "40", "--small", "40"};
  for (const char* value : {"2", "much"}) {
    std::vector<std::string> command = right;
    command.insert(command.end(), {":", "-n", "1", PROGRAM, "--n", value});
    const Ended ended = run_ranks(command, 2);
    EXPECT_EQ(ended.status, 2) << ended.out << ended.err;
    EXPECT_EQ(lines_of_ranks(ended.err), 1) << ended.err;
  }
}

TEST(HaloRanksProgram, ARankWithoutGpuEndsAll) {
  if (too_few_gpus(2)) GTEST_SKIP() << "needs 2 GPUs";
  const Ended ended = run_ranks(
      {"-n", "1", PROGRAM, "--n", "40", "--small", "40", ":", "-n", "1", "env", "CUDA_VISIBLE_DEVICES=", PROGRAM}, 2);
  EXPECT_EQ(ended.status, 77) << ended.out << ended.err;
  EXPECT_EQ(lines_of_ranks(ended.err), 1) << ended.err;
}

TEST(HaloRanksProgram, RanksShareGpusWhereThereAreFewer) {
  const int ranks = no_hardware().empty() ? device_count() + 1 : 4;
  const Ended ended = run_limited(
      {PROGRAM, "--ranks", std::to_string(ranks), "--n=40", "--small=33", "--points=9000", "--repeats=1"}, 2);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("some of the " + std::to_string(ranks) + " ranks share a GPU"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find(" ranks: 0 values differ"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("NCCL is left out") == std::string::npos, !no_hardware().empty() || peers().empty());
}

TEST(HaloRanksProgram, StartsRanksByItself) {
  if (too_few_gpus(2)) GTEST_SKIP() << "needs 2 GPUs";
  const Ended ended =
      run_limited({PROGRAM, "--n", "40", "--ranks", "2", "--small=33", "--points=9000", "--repeats=1"}, 2);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("2 ranks: 0 values differ"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n40 x 40 points"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n33 x 33 points"), std::string::npos) << ended.out;
  EXPECT_EQ(run_limited({PROGRAM, "--ranks=2", "--n=2"}, 2).status, 2);
  EXPECT_EQ(run_limited({PROGRAM, "--ranks", "many"}, 2).status, 2);
}

TEST(HaloRanksProgram, BadInputIsSaidOnce) {
  if (too_few_gpus(2)) GTEST_SKIP() << "needs 2 GPUs";
  for (const auto& option : {"--n=2", "--side=4"}) {
    const Ended ended = run_ranks({"-n", "2", PROGRAM, option}, 2);
    EXPECT_EQ(ended.status, 2) << option << ended.out << ended.err;
    EXPECT_EQ(lines_of_ranks(ended.err), 1) << ended.err;
  }
  EXPECT_EQ(run_ranks({"-n", "2", PROGRAM, "--help"}, 2).status, 0);
}

}  // namespace
