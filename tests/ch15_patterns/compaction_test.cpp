// Compaction only moves values, so every test is exact.
#include "ch15_patterns/compaction/compaction.h"

#include <cmath>
#include <limits>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using compaction::compact_cpu;
using compaction::ladder;
using compaction::Rung;

template <typename Real>
void run(const Rung<Real>& rung, const Real* x, Real* kept, std::size_t* count, std::size_t n) {
  Guarded<std::size_t> d_scratch = poisoned<std::size_t>(compaction::scratch_size(n));
  rung.run(x, kept, count, n, d_scratch.data());
}

template <typename Real>
void run(const compaction::Peer<Real>& peer, const Real* x, Real* kept, std::size_t* count, std::size_t n) {
  peer.run(x, kept, count, n);
}

template <typename Compaction, typename Real>
void expect_keeps_the_same_as_reference(const Compaction& rung, const std::vector<Real>& x) {
  const std::size_t n = x.size();
  const Guarded<Real> d_x(x);
  Guarded<Real> d_kept = poisoned<Real>(n);
  Guarded<std::size_t> d_count = poisoned<std::size_t>(1);

  run(rung, d_x.data(), d_kept.data(), d_count.data(), n);

  const std::vector<Real> expected = compact_cpu(x);
  ASSERT_EQ(d_count.to_host()[0], expected.size());
  std::vector<Real> kept = d_kept.to_host();
  kept.resize(expected.size());
  EXPECT_EQ(kept, expected);
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class Compaction : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Compaction, KeepsTheSameAsReference) {
  const auto [rung, n] = GetParam();
  expect_keeps_the_same_as_reference(ladder<float>()[rung], random_reals<float>(n, -1, 1, test_seed()));
}

TEST_P(Compaction, KeepsDoublesAllAndNone) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  expect_keeps_the_same_as_reference(ladder<double>()[rung], random_reals<double>(n, -1, 1, test_seed()));
  expect_keeps_the_same_as_reference(ladder<float>()[rung], std::vector<float>(n, 1.0f));   // all
  expect_keeps_the_same_as_reference(ladder<float>()[rung], std::vector<float>(n, -1.0f));  // none
}

INSTANTIATE_TEST_SUITE_P(Ladder, Compaction, every_rung_and_size(ladder<float>()), name_rung_and_size(ladder<float>()));

TEST(CompactionRungs, DropNaNAndZeroAndKeepInfinity) {
  std::vector<float> x(5000, -2.0f);
  x[0] = 0.0f;
  x[77] = std::numeric_limits<float>::quiet_NaN();
  x[4096] = std::numeric_limits<float>::infinity();
  x[4999] = std::numeric_limits<float>::denorm_min();
  for (const auto& rung : ladder<float>()) {
    const Guarded<float> d_x(x);
    Guarded<float> d_kept = poisoned<float>(x.size());
    Guarded<std::size_t> d_count = poisoned<std::size_t>(1);
    Guarded<std::size_t> d_scratch(compaction::scratch_size(x.size()));
    rung.run(d_x.data(), d_kept.data(), d_count.data(), x.size(), d_scratch.data());
    ASSERT_EQ(d_count.to_host()[0], 2u) << rung.name;
    EXPECT_EQ(d_kept.to_host()[0], x[4096]);
    EXPECT_EQ(d_kept.to_host()[1], x[4999]);
  }
}

// Bytes of 0xbf and 0x3f make a negative and a positive number.
TEST(CompactionRungs, KeepsMoreThan2To31Elements) {
  const std::size_t dropped = 1000, n = (std::size_t{1} << 31) + 12345;
  if (const std::string reason = no_room_for(26 * n); !reason.empty()) GTEST_SKIP() << reason;
  DeviceBuffer<float> d_x(n);
  Guarded<float> d_kept = poisoned<float>(n);
  Guarded<std::size_t> d_count = poisoned<std::size_t>(1), d_scratch(compaction::scratch_size(n));
  const float last = 5;
  d_x.fill_bytes(0x3f);
  check(cudaMemset(d_x.data() + n / 2, 0xbf, dropped * sizeof(float)));
  check(cudaMemcpy(d_x.data() + n - 1, &last, sizeof last, cudaMemcpyHostToDevice));
  for (const auto& rung : ladder<float>()) {
    rung.run(d_x.data(), d_kept.data(), d_count.data(), n, d_scratch.data());
    ASSERT_EQ(d_count.to_host()[0], n - dropped);
    float kept = 0, filled = 0;
    check(cudaMemcpy(&kept, d_kept.data() + n - dropped - 1, sizeof kept, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&filled, d_kept.data() + n / 2 + 1, sizeof filled, cudaMemcpyDeviceToHost));
    EXPECT_EQ(kept, last) << rung.name;
    EXPECT_GT(filled, 0) << rung.name;
  }
}

class CompactionSize : public testing::TestWithParam<std::size_t> {};

TEST_P(CompactionSize, UnpackIsTheInverse) {
  const std::vector<float> x = random_reals<float>(GetParam(), -1, 1, test_seed());
  const Guarded<float> d_x(x);
  Guarded<float> d_kept = poisoned<float>(x.size()), d_y = poisoned<float>(x.size());
  Guarded<std::size_t> d_count(1), d_scratch(compaction::scratch_size(x.size()));

  compaction::ladder<float>()[0].run(d_x.data(), d_kept.data(), d_count.data(), x.size(), d_scratch.data());
  compaction::unpack(d_kept.data(), d_scratch.data(), d_y.data(), x.size(), -7.0f);

  std::vector<float> expected = x;
  for (float& v : expected)
    if (!(v > 0)) v = -7.0f;
  EXPECT_EQ(d_y.to_host(), expected);
}

TEST_P(CompactionSize, SplitKeepsTheOrderOfBothSides) {
  const std::vector<double> x = random_reals<double>(GetParam(), -1, 1, test_seed());
  const Guarded<double> d_x(x);
  Guarded<double> d_y = poisoned<double>(x.size());
  Guarded<std::size_t> d_count = poisoned<std::size_t>(1), d_scratch(compaction::scratch_size(x.size()));

  compaction::split(d_x.data(), d_y.data(), d_count.data(), x.size(), d_scratch.data());

  EXPECT_EQ(d_y.to_host(), compaction::split_cpu(x));
  EXPECT_EQ(d_count.to_host()[0], compact_cpu(x).size());
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Sizes, CompactionSize, testing::ValuesIn(awkward_sizes));

TEST(CompactionPeers, MatchReference) {
  if (compaction::peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const std::size_t n : {1, 257, 1000003}) {
    for (const auto& peer : compaction::peers<float>())
      expect_keeps_the_same_as_reference(peer, random_reals<float>(n, -1, 1, test_seed()));
    for (const auto& peer : compaction::peers<double>())
      expect_keeps_the_same_as_reference(peer, random_reals<double>(n, -1, 1, test_seed()));
  }
}

TEST(CompactionProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "9000", "--precision", "double", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(CompactionProgram, RefusesASizeThatIsNoNumberInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "many"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
