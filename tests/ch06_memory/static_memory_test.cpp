// Small whole numbers: exact.
#include "ch06_memory/static_memory/static_memory.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace static_memory;

TEST(StaticMemory, EachUnitHasItsOwnStaticVariable) {
  write_from_first(3, 4);
  write_from_second(5, 6);
  EXPECT_EQ(look_from_first().own, 3);
  EXPECT_EQ(look_from_second().own, 5);
  EXPECT_NE(look_from_first().own_address, look_from_second().own_address);
}

TEST(StaticMemory, AllUnitsShareTheExternVariable) {
  write_from_first(1, 7);
  EXPECT_EQ(look_from_second().common, 7);
  write_from_second(1, 8);
  EXPECT_EQ(look_from_first().common, 8);
  EXPECT_EQ(look_from_first().common_address, look_from_second().common_address);
}

TEST(StaticMemory, SymbolsHaveTheAddressesThatKernelsSee) {
  const std::vector<Symbol> found = symbols();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].address, look_from_first().own_address);
  EXPECT_EQ(found[1].address, look_from_first().common_address);
  EXPECT_EQ(found[0].bytes, sizeof(int));
  EXPECT_EQ(found[1].bytes, sizeof(int));
  EXPECT_EQ(found[2].bytes, coefficients * sizeof(float));
}

// With its address, common_count is memory like any other.
TEST(StaticMemory, AnAddressServesInAnOrdinaryCopy) {
  const int nine = 9;
  check(cudaMemcpy(symbols()[1].address, &nine, sizeof nine, cudaMemcpyHostToDevice));
  EXPECT_EQ(look_from_second().common, 9);
}

TEST(ConstantMemory, OffsetsReplaceSingleCoefficients) {
  set_coefficients({1, 2, 3, 4}, 0);
  set_coefficients({30}, 2);
  EXPECT_EQ(get_coefficients(), (std::vector<float>{1, 2, 30, 4}));
  set_coefficients({7, 8}, 0);
  EXPECT_EQ(get_coefficients(), (std::vector<float>{7, 8, 30, 4}));
}

class Polynomial : public testing::TestWithParam<std::size_t> {};

// |x| <= 9 and |c| <= 9: no intermediate value exceeds 9 * (1 + 9 + 81 + 729), so all are exact in float.
TEST_P(Polynomial, MatchesReference) {
  const std::vector<float> x = random_integers<float>(GetParam(), -9, 9, test_seed());
  const std::vector<float> c = random_integers<float>(coefficients, -9, 9, test_seed() + 1);
  const Guarded<float> d_x(x);
  Guarded<float> d_y = poisoned<float>(x.size());
  set_coefficients(c, 0);
  polynomial(d_x.data(), d_y.data(), x.size());
  EXPECT_EQ(d_y.to_host(), polynomial_cpu(x, c));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Sizes, Polynomial, testing::ValuesIn(awkward_sizes));

TEST(StaticMemoryProgram, ShowsOneAndTwoVariables) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("own_count is two variables at two addresses, common_count is one variable"),
            std::string::npos)
      << ended.out;
}

}  // namespace
