// Small integers in floating point: every order of adding gives the same sums, so the tests are exact.
#include "ch15_patterns/scan_single_pass/scan_single_pass.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "common/check.h"
#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using scan_single_pass::Kind;
using scan_single_pass::ladder;
using scan_single_pass::Rung;

template <typename T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <typename T>
std::vector<T> scanned(const Rung<T>& rung, const std::vector<T>& x, Kind kind, TileStateMemory& states) {
  const Guarded<T> d_x(x);
  Guarded<T> d_y = poisoned<T>(x.size());
  rung.run(d_x.data(), d_y.data(), x.size(), kind, states);
  EXPECT_TRUE(same_bits(d_x.to_host(), x)) << "the input was changed";
  return d_y.to_host();
}

template <typename T>
std::vector<T> scanned(const Rung<T>& rung, const std::vector<T>& x, Kind kind) {
  TileStateMemory states(scan_single_pass::tiles_for(x.size()));
  return scanned(rung, x, kind, states);
}

// Both scans, of different numbers, use the same states: the second must not take the first one's state for its own.
template <typename T>
void expect_scans_match_reference(const Rung<T>& rung, std::vector<T> x) {
  TileStateMemory states(scan_single_pass::tiles_for(x.size()));
  for (const Kind kind : {Kind::inclusive, Kind::exclusive}) {
    const auto expected = scan::scan_cpu(x, kind);
    EXPECT_EQ(scanned(rung, x, kind, states), std::vector<T>(expected.begin(), expected.end()));
    std::reverse(x.begin(), x.end());
  }
}

class ScanSinglePass : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void SetUp() override {
    const std::string reason = lacking(ladder<float>()[std::get<0>(GetParam())].needs);
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(ScanSinglePass, WholeNumbersMatchReferenceAndWrapAround) {
  const auto [rung, n] = GetParam();
  expect_scans_match_reference(ladder<unsigned>()[rung], random_integers<unsigned>(n, 0, 0xffffffff, test_seed()));
}

TEST_P(ScanSinglePass, RealsMatchReference) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  expect_scans_match_reference(ladder<float>()[rung], random_integers<float>(n, -9, 9, test_seed()));
  expect_scans_match_reference(ladder<double>()[rung], random_integers<double>(n, -9, 9, test_seed()));
}

INSTANTIATE_TEST_SUITE_P(Ladder, ScanSinglePass, every_rung_and_size(ladder<unsigned>()),
                         name_rung_and_size(ladder<unsigned>()));

// Sizes around the tiles of both rungs (20480 floats, and the ring's), their parts, and the rounds of four blocks.
constexpr std::size_t ring_tile = tile_ring::tile_elements(sizeof(float));
INSTANTIATE_TEST_SUITE_P(
    Tiles, ScanSinglePass,
    testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder<unsigned>()))),
                     testing::ValuesIn(all_or_few<std::size_t>({895, 896, 897, 1537, 20479, 20480, 20481, ring_tile - 1,
                                                                ring_tile, ring_tile + 1, 4 * ring_tile - 1,
                                                                4 * ring_tile, 4 * ring_tile + 1, 12 * ring_tile + 1},
                                                               {1537, 20481, 4 * ring_tile + 1}))),
    name_rung_and_size(ladder<unsigned>()));

class ScanSinglePassRung : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(ladder<float>()[GetParam()].needs); !reason.empty()) GTEST_SKIP() << reason;
  }
};

// A ring has one block per SM and three stages: from the fourth round on a stage is used again.
TEST_P(ScanSinglePassRung, RoundsFollowEachOtherOnEveryMultiprocessor) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  const std::size_t n = ring_tile * multiprocessors() * 4 + 12'345;
  expect_scans_match_reference(ladder<unsigned>()[GetParam()],
                               random_integers<unsigned>(n, 0, 0xffffffff, test_seed()));
}

TEST_P(ScanSinglePassRung, ErrorOfRealsStaysWithinTheBound) {
  const std::vector<float> x = random_reals<float>(200'000, 0, 1, test_seed());
  const auto& rung = ladder<float>()[GetParam()];
  const std::vector<float> y = scanned(rung, x, Kind::inclusive);
  EXPECT_LE(max_relative_error(y, scan::scan_cpu(x, Kind::inclusive)),
            scan_single_pass::error_bound(rung, x.size(), multiprocessors()));
}

TEST_P(ScanSinglePassRung, RunsAgreeBitForBitWhereTheLadderSaysSo) {
  const auto& rung = ladder<float>()[GetParam()];
  if (!rung.repeats) GTEST_SKIP() << "its order of adding depends on timing";
  const std::vector<float> x = random_reals<float>(200'000, -1, 1, test_seed());
  EXPECT_TRUE(same_bits(scanned(rung, x, Kind::inclusive), scanned(rung, x, Kind::inclusive)));
}

TEST_P(ScanSinglePassRung, NaNReachesEverySumBehindItAndNoneBefore) {
  std::vector<float> x(90'000, 1.0f);
  x[20'000] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> y = scanned(ladder<float>()[GetParam()], x, Kind::exclusive);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(std::isnan(y[i]), i > 20'000) << i;
}

TEST_P(ScanSinglePassRung, RefusesWhatItCannotScan) {
  const auto& rung = ladder<float>()[GetParam()];
  const Guarded<float> x = poisoned<float>(100'001);
  Guarded<float> y = poisoned<float>(100'001);
  TileStateMemory states(scan_single_pass::tiles_for(100'000)), small(1);
  EXPECT_THROW(rung.run(x.data() + 1, y.data(), 100'000, Kind::inclusive, states), std::invalid_argument);
  EXPECT_THROW(rung.run(x.data(), y.data(), 100'000, Kind::inclusive, small), std::length_error);
}

// Bytes of 1 make words of 0x01010101, so element i of an inclusive scan is (i + 1) times that.
TEST_P(ScanSinglePassRung, ScansMoreThan2To31Elements) {
  const std::size_t n = (std::size_t{1} << 31) + 12345;
  if (const std::string reason = no_room_for(9 * n); !reason.empty()) GTEST_SKIP() << reason;
  DeviceBuffer<unsigned> d_x(n);
  Guarded<unsigned> d_y = poisoned<unsigned>(n);
  d_x.fill_bytes(1);
  TileStateMemory states(scan_single_pass::tiles_for(n));
  ladder<unsigned>()[GetParam()].run(d_x.data(), d_y.data(), n, Kind::inclusive, states);
  for (const std::size_t i : {std::size_t{0}, n / 2, n - 12346, n - 12345, n - 1}) {
    unsigned y = 0;
    check(cudaMemcpy(&y, d_y.data() + i, sizeof y, cudaMemcpyDeviceToHost));
    EXPECT_EQ(y, static_cast<unsigned>((i + 1) * 0x01010101)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, ScanSinglePassRung, testing::Range(0, static_cast<int>(std::size(ladder<float>()))),
                         [](const auto& info) { return ladder<float>()[info.param].name; });

TEST(ScanSinglePassProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "50000", "--precision", "double", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(ScanSinglePassProgram, RefusesAnUnknownOptionInOneLine) {
  const Ended ended = run_program({PROGRAM, "--speed"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
