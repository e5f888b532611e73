// Compaction only moves values, so every test is exact.
#include "ch15_patterns/compaction_single_pass/compaction_single_pass.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "common/check.h"
#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using compaction::compact_cpu;
using compaction_single_pass::ladder;
using compaction_single_pass::Rung;

template <typename Real>
void expect_keeps_the_same_as_reference(const Rung<Real>& rung, const std::vector<Real>& x, TileStateMemory& states) {
  const std::size_t n = x.size();
  const Guarded<Real> d_x(x);
  Guarded<Real> d_kept = poisoned<Real>(n);
  Guarded<std::size_t> d_count = poisoned<std::size_t>(1);

  rung.run(d_x.data(), d_kept.data(), d_count.data(), n, states);

  std::vector<Real> expected = compact_cpu(x), kept = d_kept.to_host();
  ASSERT_EQ(d_count.to_host()[0], expected.size());
  kept.resize(expected.size());
  if (!rung.in_order) {
    std::sort(kept.begin(), kept.end());
    std::sort(expected.begin(), expected.end());
  }
  EXPECT_EQ(kept, expected);
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class CompactionSinglePass : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void SetUp() override {
    const std::string reason = lacking(ladder<float>()[std::get<0>(GetParam())].needs);
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
};

// All launches use the same states: none may take an earlier launch's state for its own.
TEST_P(CompactionSinglePass, KeepsTheSameAsReference) {
  const auto [rung, n] = GetParam();
  TileStateMemory states(compaction_single_pass::tiles_for(n));
  expect_keeps_the_same_as_reference(ladder<float>()[rung], random_reals<float>(n, -1, 1, test_seed()), states);
}

TEST_P(CompactionSinglePass, KeepsDoublesAllAndNone) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  TileStateMemory states(compaction_single_pass::tiles_for(n));
  expect_keeps_the_same_as_reference(ladder<double>()[rung], random_reals<double>(n, -1, 1, test_seed()), states);
  expect_keeps_the_same_as_reference(ladder<float>()[rung], std::vector<float>(n, 1.0f), states);   // all
  expect_keeps_the_same_as_reference(ladder<float>()[rung], std::vector<float>(n, -1.0f), states);  // none
}

INSTANTIATE_TEST_SUITE_P(Ladder, CompactionSinglePass, every_rung_and_size(ladder<float>()),
                         name_rung_and_size(ladder<float>()));

// Sizes around the tiles of the rungs (6144 floats, and the ring's), their parts, and the rounds of four blocks.
constexpr std::size_t ring_tile = tile_ring::tile_elements(sizeof(float));
INSTANTIATE_TEST_SUITE_P(Tiles, CompactionSinglePass,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder<float>()))),
                                          testing::Values(895, 896, 897, 1537, 6143, 6144, 6145, ring_tile - 1,
                                                          ring_tile, ring_tile + 1, 4 * ring_tile - 1, 4 * ring_tile,
                                                          4 * ring_tile + 1, 12 * ring_tile + 1)),
                         name_rung_and_size(ladder<float>()));

class CompactionSinglePassRung : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(ladder<float>()[GetParam()].needs); !reason.empty()) GTEST_SKIP() << reason;
  }
};

// A ring has one block per SM and three stages: from the fourth round on a stage is used again.
TEST_P(CompactionSinglePassRung, RoundsFollowEachOtherOnEveryMultiprocessor) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  const std::size_t n = ring_tile * multiprocessors() * 4 + 12'345;
  TileStateMemory states(compaction_single_pass::tiles_for(n));
  expect_keeps_the_same_as_reference(ladder<float>()[GetParam()], random_reals<float>(n, -1, 1, test_seed()), states);
}

TEST_P(CompactionSinglePassRung, DropsNaNAndZeroAndKeepsInfinity) {
  std::vector<float> x(40'000, -2.0f);
  x[0] = 0.0f;
  x[77] = std::numeric_limits<float>::quiet_NaN();
  x[4096] = std::numeric_limits<float>::infinity();
  const Guarded<float> d_x(x);
  Guarded<float> d_kept = poisoned<float>(x.size());
  Guarded<std::size_t> d_count = poisoned<std::size_t>(1);
  TileStateMemory states(compaction_single_pass::tiles_for(x.size()));
  ladder<float>()[GetParam()].run(d_x.data(), d_kept.data(), d_count.data(), x.size(), states);
  ASSERT_EQ(d_count.to_host()[0], 1u);
  EXPECT_EQ(d_kept.to_host()[0], x[4096]);
}

TEST_P(CompactionSinglePassRung, RefusesWhatItCannotCompact) {
  const auto& rung = ladder<float>()[GetParam()];
  const Guarded<float> x = poisoned<float>(100'001);
  Guarded<float> kept = poisoned<float>(100'001);
  Guarded<std::size_t> count(1);
  TileStateMemory states(compaction_single_pass::tiles_for(100'000)), small(1);
  EXPECT_THROW(rung.run(x.data() + 1, kept.data(), count.data(), 100'000, states), std::invalid_argument);
  EXPECT_THROW(rung.run(x.data(), kept.data(), count.data(), 100'000, small), std::length_error);
}

// Bytes of 0xbf and 0x3f make a negative and a positive number.
TEST_P(CompactionSinglePassRung, KeepsMoreThan2To31Elements) {
  const std::size_t dropped = 1000, n = (std::size_t{1} << 31) + 12345;
  if (const std::string reason = no_room_for(9 * n); !reason.empty()) GTEST_SKIP() << reason;
  DeviceBuffer<float> d_x(n);
  Guarded<float> d_kept = poisoned<float>(n);
  Guarded<std::size_t> d_count = poisoned<std::size_t>(1);
  const float last = 5;
  d_x.fill_bytes(0x3f);
  check(cudaMemset(d_x.data() + n / 2, 0xbf, dropped * sizeof(float)));
  check(cudaMemcpy(d_x.data() + n - 1, &last, sizeof last, cudaMemcpyHostToDevice));
  TileStateMemory states(compaction_single_pass::tiles_for(n));
  const auto& rung = ladder<float>()[GetParam()];
  rung.run(d_x.data(), d_kept.data(), d_count.data(), n, states);
  ASSERT_EQ(d_count.to_host()[0], n - dropped);
  float kept = 0, filled = 0;
  check(cudaMemcpy(&kept, d_kept.data() + n - dropped - 1, sizeof kept, cudaMemcpyDeviceToHost));
  check(cudaMemcpy(&filled, d_kept.data() + n / 2 + 1, sizeof filled, cudaMemcpyDeviceToHost));
  if (rung.in_order) {
    EXPECT_EQ(kept, last);
  }
  EXPECT_GT(filled, 0);
}

INSTANTIATE_TEST_SUITE_P(Ladder, CompactionSinglePassRung,
                         testing::Range(0, static_cast<int>(std::size(ladder<float>()))),
                         [](const auto& info) { return ladder<float>()[info.param].name; });

TEST(CompactionSinglePassProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "50000", "--precision", "double", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(CompactionSinglePassProgram, RefusesANegativeSizeInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
