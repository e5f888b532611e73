// Every rung at awkward sizes, on every number of devices; run with one, two and three emulated ones.
#include "ch14_multi_gpu/managed_multi/managed_multi.h"

#include <algorithm>

#include "common/lesson.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace managed_multi;

class ManagedMulti : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(ManagedMulti, CountsEveryByteOnce) {
  const auto [rung, n] = GetParam();
  const std::vector<unsigned char> bytes = random_integers<unsigned char>(n, 0, 255, test_seed());
  Table expected = count_cpu(bytes.data(), n);
  for (const int devices : team_sizes(device_count())) {
    try {
      Job job(devices, n);
      std::copy(bytes.begin(), bytes.end(), job.bytes.data());
      std::fill_n(job.table.data(), bins, 5u);  // the rungs add
      ladder()[rung].run(job);
      job.wait();
      Table found(job.table.data(), job.table.data() + bins);
      for (unsigned& count : found) count -= 5;
      EXPECT_EQ(found, expected) << devices << " devices";
      EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), job.bytes.data())) << "the input was changed";
    } catch (const Unsupported& reason) {
      GTEST_SKIP() << reason.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, ManagedMulti,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder()))),
                                          testing::Values<std::size_t>(0, 1, 2, 33, 255, 257, 5000, 300001)),
                         name_rung_and_size(ladder()));

TEST(ManagedMultiJob, PartsCoverAll) {
  const Job job(device_count(), 10);
  EXPECT_EQ(job.begin(0), 0u);
  EXPECT_EQ(job.begin(device_count()), 10u);
}

TEST(ManagedMultiProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "10000", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(ManagedMultiProgram, BadInputIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
