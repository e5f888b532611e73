// The program with one, two and three ranks, whose plates must equal the CPU's bit by bit; and what becomes of the
// others when one rank fails. On the emulator every rank has as many devices as there are ranks.
#include <string>
#include <vector>

#include "common/devices.h"
#include "common/testing.h"

namespace {

// mpirun, also as root and with more ranks than processors. The variables are Open MPI's; others do not look at them.
Ended run_ranks(const std::vector<std::string>& command, int devices) {
  std::vector<std::string> words{MPIEXEC};
  words.insert(words.end(), command.begin(), command.end());
  return run_program(
      words, {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1",
              "CUDA_EMULATOR_DEVICES=" + std::to_string(devices)});
}

// Lines that a rank has written, not mpirun.
int lines_of_ranks(const std::string& text) {
  int lines = 0;
  for (std::size_t at = text.find("halo_ranks: "); at != std::string::npos; at = text.find("halo_ranks: ", at + 1))
    lines += at == 0 || text[at - 1] == '\n' || text[at - 1] == '/';
  return lines;
}

bool too_few_gpus(int ranks) {
  return no_hardware().empty() && device_count() < ranks;
}

class HaloRanks : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (too_few_gpus(GetParam())) GTEST_SKIP() << "needs " << GetParam() << " GPUs";
  }
};

TEST_P(HaloRanks, EqualTheReferenceBitByBit) {
  // Slabs of two rows and of three, of more than a thread's rows; rows that end within a thread, a warp and a block.
  struct Case {
    const char *side, *steps;
  };
  for (const Case& one : {Case{"8", "7"}, {"10", "2"}, {"33", "1"}, {"130", "20"}, {"131", "0"}}) {
    const Ended ended = run_ranks({"-n", std::to_string(GetParam()), PROGRAM, "--side", one.side, "--steps", one.steps,
                                   "--n", "40", "--small", "33", "--points", "9000", "--repeats", "1"},
                                  GetParam());
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_NE(ended.out.find(std::to_string(GetParam()) + " ranks: 0 values differ"), std::string::npos) << ended.out;
    EXPECT_EQ(ended.out.find("device:"), ended.out.rfind("device:")) << "one rank prints";
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, HaloRanks, testing::Values(1, 2, 3));

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

TEST(HaloRanksProgram, MoreRanksThanGpusAreSaidOnce) {
  if (no_hardware().empty() && device_count() > 2) GTEST_SKIP() << "there are GPUs enough";
  const Ended ended = run_ranks({"-n", "3", PROGRAM}, 2);
  EXPECT_EQ(ended.status, 77) << ended.out << ended.err;
  EXPECT_EQ(lines_of_ranks(ended.err), 1) << ended.err;
}

TEST(HaloRanksProgram, BadInputIsSaidOnce) {
  if (too_few_gpus(2)) GTEST_SKIP() << "needs 2 GPUs";
  for (const auto& option : {"--n=2", "--points=0", "--side=4", "--unknown"}) {
    const Ended ended = run_ranks({"-n", "2", PROGRAM, option}, 2);
    EXPECT_EQ(ended.status, 2) << option << ended.out << ended.err;
    EXPECT_EQ(lines_of_ranks(ended.err), 1) << ended.err;
  }
  EXPECT_EQ(run_ranks({"-n", "2", PROGRAM, "--help"}, 2).status, 0);
}

}  // namespace
