#include "ch12_streams/transfer_overlap/transfer_overlap.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace transfer_overlap;

void expect_job_done(const Rung& rung, std::size_t n, int chunks, bool pinned) {
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed());
  constexpr std::size_t beyond = 300;
  std::vector<std::uint32_t> pageable_x = x, pageable_y(n + beyond, ~0u);
  PinnedBuffer<std::uint32_t> pinned_x(n), pinned_y(n + beyond);
  std::copy(x.begin(), x.end(), pinned_x.begin());
  std::fill(pinned_y.begin(), pinned_y.end(), ~0u);
  Guarded<std::uint32_t> d_x = poisoned<std::uint32_t>(n), d_y = poisoned<std::uint32_t>(n + beyond);
  check(cudaDeviceSynchronize());
  const Lanes lanes;

  const Job job{pinned ? pinned_x.data() : pageable_x.data(),
                pinned ? pinned_y.data() : pageable_y.data(),
                d_x.data(),
                d_y.data(),
                n,
                5};
  rung.enqueue(job, chunks, lanes);
  check(cudaDeviceSynchronize());

  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(job.h_y[i], Lcg{}.jumped(x[i], 5)) << i;
  for (std::size_t i = n; i < n + beyond; ++i) ASSERT_EQ(job.h_y[i], ~0u) << "past the end, on the host";
  const std::vector<std::uint32_t> y = d_y.to_host();
  for (std::size_t i = n; i < n + beyond; ++i) ASSERT_EQ(y[i], ~0u) << "past the end, on the device";
  EXPECT_TRUE(std::equal(x.begin(), x.end(), job.h_x)) << "the input was changed";
}

class TransferOverlap : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(TransferOverlap, ResultsMatchReferenceInAnyNumberOfChunks) {
  const auto [rung, n] = GetParam();
  for (const int chunks : {1, 2, 3, 63, 64}) expect_job_done(ladder()[rung], n, chunks, true);
  expect_job_done(ladder()[rung], n, 8, false);
}

INSTANTIATE_TEST_SUITE_P(Ladder, TransferOverlap,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder()))),
                                          testing::Values<std::size_t>(0, 1, 31, 65, 255, 257, 65537)),
                         name_rung_and_size(ladder()));

TEST(TransferOverlapProgram, WritesACurveForEachOrder) {
  const std::string csv = temporary_file("transfers.csv"), svg = temporary_file("transfers.svg");
  const Ended ended = run_program({PROGRAM, "--n", "10000", "--repeats", "1", "--csv", csv, "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::ifstream table(csv);
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 8u) << "1, 2, 4 ... 64 chunks";
  EXPECT_EQ(lines[0], "chunks,chunk_after_chunk,stage_after_stage,stream_per_engine,pageable,bound");
  EXPECT_EQ(lines[7].substr(0, 3), "64,");
  EXPECT_TRUE(std::ifstream(svg).good());
  std::remove(csv.c_str());
  std::remove(svg.c_str());
}

TEST(TransferOverlapProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--kernel=-1", "--kernel=nan"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

TEST(TransferOverlapProgram, UnwritableFileIsAnError) {
  const Ended ended = run_program({PROGRAM, "--n", "100", "--repeats", "1", "--svg", "/no/such/folder/file.svg"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
