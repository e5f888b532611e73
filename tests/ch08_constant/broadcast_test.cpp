// Sums of small whole numbers: exact.
#include "ch08_constant/broadcast/broadcast.h"

#include <stdexcept>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace broadcast;

template <typename Real>
void expect_looked_up(const Rung<Real>& rung, std::size_t n, int distinct) {
  Table<Real> table;
  const std::vector<Real> values = random_integers<Real>(std::size(table.values), -99, 99, test_seed() + distinct);
  std::copy(values.begin(), values.end(), table.values);
  Guarded<Real> d_sums = poisoned<Real>(n);
  rung.set(table);
  rung.run(table, d_sums.data(), n, distinct);
  EXPECT_EQ(d_sums.to_host(), lookup_cpu(table, n, distinct)) << distinct << " addresses a warp";
}

class Broadcast : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Broadcast, MatchesReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  for (const int distinct : {1, 2, 7, 32}) {
    if (distinct > ladder<float>()[rung].most_distinct) continue;
    expect_looked_up(ladder<float>()[rung], n, distinct);
    expect_looked_up(ladder<double>()[rung], n, distinct);
  }
}

constexpr std::size_t sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 10007};

INSTANTIATE_TEST_SUITE_P(Ladder, Broadcast,
                         testing::Combine(testing::Range(0, int(std::size(ladder<float>()))), testing::ValuesIn(sizes)),
                         name_rung_and_size(ladder<float>()));

TEST(AsOperand, RefusesDifferentAddresses) {
  EXPECT_THROW(ladder<float>()[0].run({}, nullptr, 0, 2), std::invalid_argument);
}

TEST(BroadcastReference, AgreesWithAnExampleByHand) {
  Table<float> table;
  for (int k = 0; k < lanes + steps; ++k) table.values[k] = float(k);
  const float first = steps * (steps - 1) / 2;  // 0 + 1 + ... + steps - 1; the next start adds 1 to each term
  EXPECT_EQ(lookup_cpu(table, 4, 3), (std::vector<float>{first, first + steps, first + 2 * steps, first}));
}

TEST(BroadcastProgram, ShowsARowForEveryMemory) {
  const Ended ended = run_program({PROGRAM, "--n", "1000", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

}  // namespace
