// Small integers in floating point: every order of adding gives the same sums, so the tests are exact.
#include "ch15_patterns/scan/scan.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using scan::Kind;

// Equal, where NaN equals itself.
template <typename T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <typename T>
std::vector<T> scanned(const scan::Rung<T>& rung, const std::vector<T>& x, Kind kind) {
  const Guarded<T> d_x(x);
  Guarded<T> d_y = poisoned<T>(x.size()), d_scratch = poisoned<T>(scan::scratch_size(x.size()));
  rung.run(d_x.data(), d_y.data(), x.size(), kind, d_scratch.data());
  EXPECT_TRUE(same_bits(d_x.to_host(), x)) << "the input was changed";
  return d_y.to_host();
}

template <typename T>
std::vector<T> scanned(const scan::Peer<T>& peer, const std::vector<T>& x, Kind kind) {
  const Guarded<T> d_x(x);
  Guarded<T> d_y = poisoned<T>(x.size());
  peer.run(d_x.data(), d_y.data(), x.size(), kind);
  return d_y.to_host();
}

template <typename Scan, typename T>
void expect_scans_match_reference(const Scan& rung, const std::vector<T>& x) {
  for (const Kind kind : {Kind::inclusive, Kind::exclusive}) {
    const auto expected = scan::scan_cpu(x, kind);
    EXPECT_EQ(scanned(rung, x, kind), std::vector<T>(expected.begin(), expected.end()));
  }
}

// Why n elements are too many for a rung; empty if they are not.
std::string too_many_for(int rung, std::size_t n) {
  return n > scan::ladder<float>()[rung].most ? "n^2 / 2 additions would take minutes" : "";
}

class Scan : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void SetUp() override {
    const auto [rung, n] = GetParam();
    if (const std::string reason = too_many_for(rung, n); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(Scan, WholeNumbersMatchReferenceAndWrapAround) {
  const auto [rung, n] = GetParam();
  expect_scans_match_reference(scan::ladder<unsigned>()[rung],
                               random_integers<unsigned>(n, 0, 0xffffffff, test_seed()));
}

TEST_P(Scan, RealsMatchReference) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  expect_scans_match_reference(scan::ladder<float>()[rung], random_integers<float>(n, -9, 9, test_seed()));
  expect_scans_match_reference(scan::ladder<double>()[rung], random_integers<double>(n, -9, 9, test_seed()));
}

INSTANTIATE_TEST_SUITE_P(Ladder, Scan, every_rung_and_size(scan::ladder<unsigned>()),
                         name_rung_and_size(scan::ladder<unsigned>()));

class ScanRung : public testing::TestWithParam<int> {};

// Tiles of 4096 elements: more tile totals than a tile has elements.
TEST(ScanThreePhase, TotalsOfSeveralTilesAreScanned) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  const std::vector<unsigned> x = random_integers<unsigned>(4096 * 4096 + 5000, 0, 0xffffffff, test_seed());
  const auto& rung = rung_called("three_phase", scan::ladder<unsigned>());
  const auto expected = scan::scan_cpu(x, Kind::inclusive);
  EXPECT_TRUE(scanned(rung, x, Kind::inclusive) == std::vector<unsigned>(expected.begin(), expected.end()));
}

TEST_P(ScanRung, ErrorOfRealsStaysWithinTheBound) {
  const auto& rung = scan::ladder<float>()[GetParam()];
  const std::vector<float> x =
      random_reals<float>(std::min<std::size_t>(watched() ? 20'000 : 200'000, rung.most / 8), 0, 1, test_seed());
  const std::vector<float> y = scanned(rung, x, Kind::inclusive);
  EXPECT_LE(max_relative_error(y, scan::scan_cpu(x, Kind::inclusive)), scan::error_bound(rung));
}

TEST_P(ScanRung, RunsAgreeBitForBit) {
  const auto& rung = scan::ladder<float>()[GetParam()];
  const std::vector<float> x =
      random_reals<float>(std::min<std::size_t>(watched() ? 20'000 : 100'000, rung.most / 8), -1, 1, test_seed());
  EXPECT_TRUE(same_bits(scanned(rung, x, Kind::inclusive), scanned(rung, x, Kind::inclusive)));
}

TEST_P(ScanRung, NaNReachesEverySumBehindItAndNoneBefore) {
  const auto& rung = scan::ladder<float>()[GetParam()];
  std::vector<float> x(std::min<std::size_t>(watched() ? 20'000 : 70'000, rung.most / 8), 1.0f);
  x[5'000] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> y = scanned(rung, x, Kind::exclusive);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(std::isnan(y[i]), i > 5'000) << i;
}

// Bytes of 1 make words of 0x01010101, so element i of an inclusive scan is (i + 1) times that.
TEST_P(ScanRung, ScansMoreThan2To31Elements) {
  const std::size_t n = (std::size_t{1} << 31) + 12345;
  if (const std::string reason = too_many_for(GetParam(), n); !reason.empty()) GTEST_SKIP() << reason;
  if (const std::string reason = no_room_for(13 * n); !reason.empty()) GTEST_SKIP() << reason;
  DeviceBuffer<unsigned> d_x(n);
  Guarded<unsigned> d_y = poisoned<unsigned>(n), d_scratch(scan::scratch_size(n));
  d_x.fill_bytes(1);
  scan::ladder<unsigned>()[GetParam()].run(d_x.data(), d_y.data(), n, Kind::inclusive, d_scratch.data());
  for (const std::size_t i : {std::size_t{0}, n / 2, n - 12346, n - 12345, n - 1}) {
    unsigned y = 0;
    check(cudaMemcpy(&y, d_y.data() + i, sizeof y, cudaMemcpyDeviceToHost));
    EXPECT_EQ(y, static_cast<unsigned>((i + 1) * 0x01010101)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, ScanRung, testing::Range(0, static_cast<int>(std::size(scan::ladder<float>()))),
                         [](const auto& info) { return scan::ladder<float>()[info.param].name; });

TEST(ScanAddAllBefore, RefusesWhatWouldTakeMinutes) {
  const Guarded<float> d_x(scan::most_squared + 1);
  Guarded<float> d_y(scan::most_squared + 1), d_scratch(0);
  EXPECT_THROW(scan::ladder<float>()[0].run(d_x.data(), d_y.data(), d_x.size(), Kind::inclusive, d_scratch.data()),
               std::length_error);
}

TEST(ScanPeers, MatchReference) {
  if (scan::peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const std::size_t n : {1, 257, 1000003}) {
    for (const auto& peer : scan::peers<unsigned>())
      expect_scans_match_reference(peer, random_integers<unsigned>(n, 0, 0xffffffff, test_seed()));
    for (const auto& peer : scan::peers<float>())
      expect_scans_match_reference(peer, random_integers<float>(n, -9, 9, test_seed()));
    for (const auto& peer : scan::peers<double>())
      expect_scans_match_reference(peer, random_integers<double>(n, -9, 9, test_seed()));
  }
}

TEST(ScanProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--few", "700", "--exclusive", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : scan::ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(ScanProgram, RefusesANegativeSizeInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-5"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
