// One rounding, the same on both sides: the sums must be equal bit by bit.
#include "ch03_framework/vector_add/vector_add.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "common/check.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
void expect_sums_match_reference(const vector_add::Rung<Real>& rung, std::size_t n) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, test_seed());
  const std::vector<Real> y = random_reals<Real>(n, -1, 1, test_seed() + 1);
  const Guarded<Real> d_x(x), d_y(y);
  std::vector<Real> expected(n);
  vector_add::add_cpu(x, y, expected);
  Guarded<Real> d_z = poisoned<Real>(n);  // its margins show whether a rung writes past the end

  rung.run(d_x.data(), d_y.data(), d_z.data(), n);

  EXPECT_EQ(d_z.to_host(), expected);
  EXPECT_EQ(d_x.to_host(), x) << "an input was changed";
  EXPECT_EQ(d_y.to_host(), y) << "an input was changed";
}

class VectorAdd : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(VectorAdd, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  expect_sums_match_reference(vector_add::ladder<float>()[rung], n);
  expect_sums_match_reference(vector_add::ladder<double>()[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, VectorAdd, every_rung_and_size(vector_add::ladder<float>()),
                         name_rung_and_size(vector_add::ladder<float>()));

// 2^40 blocks: more than a grid can hold, which the launcher must notice before any thread runs.
TEST(VectorAddRungs, TooManyElementsThrow) {
  for (const auto& rung : vector_add::ladder<float>())
    EXPECT_THROW(rung.run(nullptr, nullptr, nullptr, std::size_t{1} << 48), std::length_error) << rung.name;
}

// One clear line on stderr.
void expect_line(const Ended& ended, int status, const std::string& word) {
  EXPECT_EQ(ended.status, status) << ended.out << ended.err;
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_NE(ended.err.find(word), std::string::npos) << ended.err;
}

TEST(VectorAddProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "1e4", "--precision", "double", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out.rfind("device: ", 0), 0u) << "the first line names the device";
  for (const auto& rung : vector_add::ladder<double>())
    EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(VectorAddProgram, NoElementsAreFine) {
  EXPECT_EQ(run_program({PROGRAM, "--n", "0", "--repeats", "1"}).status, 0);
}

TEST(VectorAddProgram, BadSizesAreUsageErrors) {
  for (const char* n : {"-5", "1e99", "2.5", "many", "nan", ""})
    expect_line(run_program({PROGRAM, "--n", n}), 2, std::string("'") + n + "' is not a");
}

TEST(VectorAddProgram, BadOptionsAreUsageErrors) {
  expect_line(run_program({PROGRAM, "--frobnicate"}), 2, "--frobnicate");
  expect_line(run_program({PROGRAM, "--precision", "half"}), 2, "--precision");
  expect_line(run_program({PROGRAM, "--repeats", "0"}), 2, "--repeats");
}

TEST(VectorAddProgram, MoreThanMemoryHoldsIsAnError) {
  expect_line(run_program({PROGRAM, "--n", "1e15"}), 3, "memory");
}

TEST(VectorAddProgram, OnTheEmulatorTimesAreThoseOfAGpu) {
  if (!emulated_device()) GTEST_SKIP() << "a GPU prints its own times";
  const Ended ended = run_program({PROGRAM, "--n", "1000"}, {"LESSON_OWN_TIMES=0"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("recorded on an NVIDIA"), std::string::npos) << ended.out;
}

TEST(VectorAddProgram, WithoutADeviceItSaysSo) {
  if (std::getenv("NV_SANITIZER_INJECTION_PORT_BASE"))
    GTEST_SKIP() << "compute-sanitizer opens the device before the program hides it";
  const Ended ended = run_program({PROGRAM, "--n", "1e4"}, {"CUDA_EMULATOR_DEVICES=0", "CUDA_VISIBLE_DEVICES="});
  expect_line(ended, 77, "cudaErrorNoDevice");
}

TEST(VectorAddProgram, UnwritableCsvIsAnError) {
  const Ended ended = run_program({PROGRAM, "--n", "1e4", "--repeats", "1", "--csv", "/no/such/folder/file.csv"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_TRUE(ended.err.ends_with("cannot write /no/such/folder/file.csv\n")) << ended.err;
}

}  // namespace
