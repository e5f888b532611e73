// One addition per result, rounded the same everywhere: exact.
#include "ch06_memory/block_sizes/block_sizes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/check.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
void expect_sum(std::size_t n, int threads) {
  SCOPED_TRACE(std::to_string(n) + " elements, " + std::to_string(threads) + " threads");
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  const std::vector<Real> y = random_reals<Real>(n, -1, 1, test_seed() + 1);
  const Guarded<Real> d_x(x), d_y(y);
  Guarded<Real> d_z = poisoned<Real>(n);

  block_sizes::add(d_x.data(), d_y.data(), d_z.data(), n, threads);

  EXPECT_EQ(d_z.to_host(), block_sizes::add_cpu(x, y));
  EXPECT_EQ(d_x.to_host(), x) << "an input was changed";
  EXPECT_EQ(d_y.to_host(), y) << "an input was changed";
}

TEST(BlockSizes, SumsMatchReferenceInFloatAndDouble) {
  for (const int threads : block_sizes::sizes)
    for (const std::size_t n : {0, 1, 31, 32, 33, 1023, 1024, 1025, 10007}) {
      expect_sum<float>(n, threads);
      expect_sum<double>(n, threads);
    }
}

TEST(BlockSizes, LaunchThatFailsThrows) {
  EXPECT_THROW(block_sizes::add<float>(nullptr, nullptr, nullptr, 1, 1025), CudaError) << "too many threads";
}

// Whatever the device has: no resource is exceeded, and the one that is named is full.
TEST(BlockSizes, TheLimitThatIsNamedIsReached) {
  int device = 0, most_threads = 0, most_blocks = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
  check(cudaDeviceGetAttribute(&most_blocks, cudaDevAttrMaxBlocksPerMultiprocessor, device));
  for (const int threads : block_sizes::sizes) {
    SCOPED_TRACE(threads);
    const block_sizes::Resident resident = block_sizes::resident<float>(threads);
    const int taken = (threads + 31) / 32 * 32;
    EXPECT_LE(resident.blocks * taken, most_threads);
    EXPECT_LE(resident.blocks, most_blocks);
    const bool no_threads_left = (resident.blocks + 1) * taken > most_threads;
    const char* const limit = no_threads_left ? "threads" : resident.blocks == most_blocks ? "blocks" : "registers";
    EXPECT_STREQ(resident.limit, limit);
    EXPECT_DOUBLE_EQ(resident.occupancy, double(resident.blocks) * taken / most_threads);
    EXPECT_DOUBLE_EQ(resident.lanes, double(threads) / taken);
  }
}

// The limits of four devices, and what follows from them. A kernel that is as small as this one has registers enough.
TEST(BlockSizesProgram, ShowsWhatFitsOnEachDevice) {
  if (!emulated_device()) GTEST_SKIP() << "a GPU cannot be another one";
  const auto shown = [](const std::string& device, const std::string& line) {
    const Ended ended = run_program({PROGRAM, "--n", "1000"}, {"CUDA_EMULATOR_DEVICE=" + device});
    EXPECT_EQ(ended.status, 0) << ended.err;
    std::string text = "\n" + ended.out;  // columns are separated by one space or several
    text.erase(std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }), text.end());
    EXPECT_NE(text.find("\n" + line + "\n"), std::string::npos) << device << ": " << line << "\n" << text;
  };
  shown("h200", "32 32 blocks 50.0 % 100.0 %");
  shown("h200", "100 16 threads 100.0 % 78.1 %");
  shown("t4", "640 1 threads 62.5 % 100.0 %");
  shown("a100", "768 2 threads 75.0 % 100.0 %");
  shown("rtx4090", "1024 1 threads 66.7 % 100.0 %");
}

TEST(BlockSizesProgram, AnswersBadInputWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
