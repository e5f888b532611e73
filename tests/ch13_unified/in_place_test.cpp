#include "ch13_unified/in_place/in_place.h"

#include <algorithm>
#include <vector>

#include "common/owners.h"
#include "common/testing.h"

namespace {

using namespace in_place;

// Two rounds: the second one's data must replace the first one's everywhere.
class InPlace : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(InPlace, SumsMatchReferenceAndTheWordsStay) {
  const auto [which, n] = GetParam();
  const Rung& rung = ladder()[which];
  if (const std::string reason = rung.lacking(); !reason.empty()) GTEST_SKIP() << reason;
  const auto place = rung.start(n);
  Guarded<Sum> d_sum = poisoned<Sum>(1);
  for (const int round : {1, 2}) {
    std::vector<Word> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = place->host()[i] = word_of(i, round);
    place->bring();
    for (const std::size_t step : {1, 3, 4096}) {
      add_up(place->device(), n, step, d_sum.data());
      check(cudaDeviceSynchronize());
      EXPECT_EQ(d_sum.to_host()[0], sum_cpu(x.data(), n, step)) << "round " << round << ", step " << step;
    }
    EXPECT_TRUE(std::equal(x.begin(), x.end(), place->host())) << "the input was changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, InPlace, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

// By hand: words 10, 20, 30, 40, 50.
TEST(InPlaceReference, AddsEveryStepthWord) {
  const Word x[] = {10, 20, 30, 40, 50};
  EXPECT_EQ(sum_cpu(x, 5, 1), 150u);
  EXPECT_EQ(sum_cpu(x, 5, 2), 90u);
  EXPECT_EQ(sum_cpu(x, 5, 4), 60u);
  EXPECT_EQ(sum_cpu(x, 0, 1), 0u);
}

// What distinguishes the rungs, according to the runtime.
TEST(InPlaceRungs, LieWhereTheySay) {
  const auto kind_of = [](const void* pointer) {
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, pointer));
    return attributes.type;
  };
  EXPECT_EQ(kind_of(rung_called("copied", ladder()).start(100)->device()), cudaMemoryTypeDevice);
  EXPECT_EQ(kind_of(rung_called("mapped", ladder()).start(100)->host()), cudaMemoryTypeHost);
  EXPECT_EQ(kind_of(rung_called("managed", ladder()).start(100)->device()), cudaMemoryTypeManaged);
  EXPECT_EQ(kind_of(rung_called("malloc", ladder()).start(100)->host()), cudaMemoryTypeUnregistered);

  if (!pages_move_alone()) GTEST_SKIP() << "no hints on this device";
  int device = 0, by = cudaInvalidDeviceId;
  check(cudaGetDevice(&device));
  const auto hinted = rung_called("accessed_by", ladder()).start(1000),
             plain = rung_called("managed", ladder()).start(1000);
  check(cudaMemRangeGetAttribute(&by, sizeof by, cudaMemRangeAttributeAccessedBy, hinted->device(), 4000));
  EXPECT_EQ(by, device);
  check(cudaMemRangeGetAttribute(&by, sizeof by, cudaMemRangeAttributeAccessedBy, plain->device(), 4000));
  EXPECT_EQ(by, cudaInvalidDeviceId);
}

TEST(InPlaceProgram, ShowsEveryRungOrWhyNot) {
  const Ended ended = run_program({PROGRAM, "--n", "12345", "--step", "100", "--repeats", "2"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) {
    const std::string reason = rung.lacking();
    const std::string line = reason.empty() ? rung.name : rung.name + (": skipped, " + reason);
    EXPECT_NE(ended.out.find("\n" + line), std::string::npos) << line << "\n" << ended.out;
  }
}

TEST(InPlaceProgram, MoreThanIsFreeIsAUsageError) {
  for (const auto& option : {"--n=0", "--n=-1", "--n=1e14", "--step=0"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
