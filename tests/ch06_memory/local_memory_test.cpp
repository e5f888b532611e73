// Sorting moves values and computes none: exact.
#include "ch06_memory/local_memory/local_memory.h"

#include <limits>

#include "common/check.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace local_memory;

template <typename Real>
void expect_sorted(const Rung<Real>& rung, const std::vector<Real>& x) {
  const std::size_t columns = x.size() / values;
  const Guarded<Real> d_x(x);
  Guarded<Real> d_y = poisoned<Real>(x.size());
  rung.run(d_x.data(), d_y.data(), columns);
  EXPECT_EQ(d_y.to_host(), sort_cpu(x, columns));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class LocalMemory : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(LocalMemory, SortsEveryColumnInFloatAndDouble) {
  const auto [rung, columns] = GetParam();
  expect_sorted(ladder<float>()[rung], random_reals<float>(values * columns, -1, 1, test_seed()));
  expect_sorted(ladder<double>()[rung], random_reals<double>(values * columns, -1, 1, test_seed()));
}

TEST_P(LocalMemory, SortsRepeatedValuesAndInfinities) {
  const auto [rung, columns] = GetParam();
  std::vector<float> x = random_integers<float>(values * columns, -2, 2, test_seed());
  for (float& value : x)
    if (value == 2) value = std::numeric_limits<float>::infinity();
  expect_sorted(ladder<float>()[rung], x);
}

constexpr std::size_t sizes[] = {0, 1, 31, 32, 33, 127, 128, 129, 1023, 1025, 5000};

INSTANTIATE_TEST_SUITE_P(Ladder, LocalMemory,
                         testing::Combine(testing::Range(0, int(std::size(ladder<float>()))), testing::ValuesIn(sizes)),
                         name_rung_and_size(ladder<float>()));

TEST(LocalMemoryReference, SortsColumnsNotRows) {
  std::vector<float> x(2 * values), sorted(2 * values);
  for (int k = 0; k < values; ++k) {
    x[2 * k] = float(values - k);
    x[2 * k + 1] = float(100 + k);
    sorted[2 * k] = float(1 + k);
    sorted[2 * k + 1] = float(100 + k);
  }
  EXPECT_EQ(sort_cpu(x, 2), sorted);
}

// What the lesson claims about the compiler. An emulator cannot run out of registers.
TEST(Storage, OnlyTheIndexedAndTheSpilledArrayAreInLocalMemory) {
  if (emulated_device()) GTEST_SKIP() << "no registers here";
  EXPECT_GE(rung_called("sort_indexed", ladder<float>()).storage().local_bytes, values * sizeof(float));
  EXPECT_EQ(rung_called("sort_shared", ladder<float>()).storage().local_bytes, 0u);
  EXPECT_GT(rung_called("sort_spilled", ladder<float>()).storage().local_bytes, 0u);
  EXPECT_LE(rung_called("sort_spilled", ladder<float>()).storage().registers, 32);
  EXPECT_EQ(rung_called("sort_registers", ladder<float>()).storage().local_bytes, 0u);
  EXPECT_EQ(rung_called("sort_registers", ladder<double>()).storage().local_bytes, 0u);
}

TEST(LocalMemoryProgram, SortsAndShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "1000", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

}  // namespace
