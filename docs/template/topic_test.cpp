// Why the results are exact, or what bounds their error.
#include "ch00_chapter/topic/topic.h"

#include <gtest/gtest.h>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
void expect_rung_matches_reference(const topic::Rung<Real>& rung, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  const Guarded<Real> d_x(x);
  Guarded<Real> d_y = poisoned<Real>(n);

  rung.run(d_x.data(), d_y.data(), n);

  EXPECT_EQ(d_y.to_host(), topic::run_cpu(x));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class Topic : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Topic, MatchesReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  expect_rung_matches_reference(topic::ladder<float>()[rung], n);
  expect_rung_matches_reference(topic::ladder<double>()[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Topic, every_rung_and_size(topic::ladder<float>()),
                         name_rung_and_size(topic::ladder<float>()));

TEST(TopicProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "10001", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : topic::ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

}  // namespace
