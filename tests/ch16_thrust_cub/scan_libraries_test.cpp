// Whole numbers that wrap around: sums are exact in any order.
#include "ch16_thrust_cub/scan_libraries/scan_libraries.h"

#include <algorithm>
#include <stdexcept>

#include "common/check.h"
#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace scan_libraries;

class ScanLibraries : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(rung().needs); !reason.empty()) GTEST_SKIP() << reason;
  }
  static const Rung& rung() { return ladder()[std::get<0>(GetParam())]; }
};

// Both kinds, one after the other, with the same scratch memory, in a stream that does not wait for others.
TEST_P(ScanLibraries, MatchReferenceInAStreamOfTheirOwn) {
  const std::size_t n = std::get<1>(GetParam());
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  std::vector<Value> x = random_integers<Value>(n, 0, 0xFFFFFFFF, test_seed());
  Scratch scratch(n);
  const Stream stream;
  for (const Kind kind : {Kind::inclusive, Kind::exclusive}) {
    const Guarded<Value> d_x(x);
    Guarded<Value> d_y = poisoned<Value>(n);
    check(cudaDeviceSynchronize());
    rung().run(d_x.data(), d_y.data(), n, kind, scratch, stream);
    stream.wait();
    EXPECT_EQ(d_y.to_host(), scan::scan_cpu(x, kind));
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    std::reverse(x.begin(), x.end());
  }
}

// Work enqueued earlier in the same stream runs before it, and work enqueued later runs after it.
TEST_P(ScanLibraries, KeepTheOrderOfTheStream) {
  const std::size_t n = std::get<1>(GetParam());
  if (n == 0 || n > 100'000) GTEST_SKIP() << "one size of each kind is enough";
  Guarded<Value> d_x = poisoned<Value>(n), d_y = poisoned<Value>(n), d_z = poisoned<Value>(n);
  Scratch scratch(n);
  const Stream stream;
  check(cudaDeviceSynchronize());
  check(cudaMemsetAsync(d_x.data(), 1, n * sizeof(Value), stream));
  rung().run(d_x.data(), d_y.data(), n, Kind::inclusive, scratch, stream);
  check(cudaMemcpyAsync(d_z.data(), d_y.data(), n * sizeof(Value), cudaMemcpyDeviceToDevice, stream));
  stream.wait();
  EXPECT_EQ(d_z.to_host(), scan::scan_cpu(std::vector<Value>(n, 0x01010101), Kind::inclusive));
}

INSTANTIATE_TEST_SUITE_P(Ladder, ScanLibraries, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

TEST(ScanLibrariesScratch, RefusesMoreValuesThanItWasMadeFor) {
  Guarded<Value> x = poisoned<Value>(1000), y = poisoned<Value>(1000);
  Scratch scratch(999);
  EXPECT_THROW(rung_called("cub_calls", ladder()).run(x.data(), y.data(), 1000, Kind::inclusive, scratch, nullptr),
               std::length_error);
  EXPECT_THROW(rung_called("our_ring", ladder()).run(x.data(), y.data(), 1000, Kind::inclusive, scratch, nullptr),
               std::length_error);
}

TEST(ScanLibrariesScratch, HandsOutTheSameMemoryUntilMoreIsWanted) {
  KeptMemory kept;
  char* const first = kept.allocate(1000);
  kept.deallocate(first, 1000);
  EXPECT_EQ(kept.allocate(500), first);
  EXPECT_EQ(kept.allocate(1000), first);
  char* const larger = kept.allocate(100'000);
  check(cudaMemset(larger, 0, 100'000));
}

TEST(ScanLibrariesProgram, ShowsEveryRungAndEverySize) {
  const Ended ended = run_program({PROGRAM, "--n", "10000", "--exclusive", "--repeats", "1"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  EXPECT_NE(ended.out.find("\n1000 "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n10000 "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\nour_ring is "), std::string::npos) << ended.out;
}

TEST(ScanLibrariesProgram, SaysInOneLineThatCubHasTooLittleMemory) {
  const Ended ended = run_program({PROGRAM, "--n", "100000", "--too-little", "--repeats", "1"});
  const bool microscope = microscope_looks_on(ended);  // which names the storage too, in more lines
  EXPECT_EQ(ended.status, microscope ? 4 : 3);
  if (!microscope) {
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
  EXPECT_NE(ended.err.find("cudaErrorInvalidValue"), std::string::npos) << ended.err;
}

TEST(ScanLibrariesProgram, RefusesAnUnknownOptionInOneLine) {
  const Ended ended = run_program({PROGRAM, "--speed"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
