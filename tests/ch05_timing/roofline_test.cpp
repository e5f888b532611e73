// Each kernel against its reference, within the bound that roofline.h derives.
#include "ch05_timing/roofline/roofline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
void expect_kernel_matches_reference(const roofline::Kernel<Real>& kernel, std::size_t n) {
  const std::vector<Real> a = random_reals<Real>(n, 0, 1, test_seed());
  const std::vector<Real> b = random_reals<Real>(n, 0, 1, test_seed() + 1);
  const Guarded<Real> d_a(a), d_b(b);
  Guarded<Real> d_c = poisoned<Real>(n + 2048);

  kernel.run(d_a.data(), d_b.data(), d_c.data(), n);

  const std::vector<Real> c = d_c.to_host();
  const std::size_t elements = kernel.elements(n);
  const std::size_t step = std::max<std::size_t>(elements / 2000, 1);
  double error = 0;
  for (std::size_t i = 0; i < elements; i += i + step < elements ? step : 1)  // the last ones one by one
    error = worse(relative_error(static_cast<double>(c[i]), kernel.reference(a, b, i)), error);
  EXPECT_LE(error, kernel.bound(n)) << kernel.name;
  for (std::size_t i = elements; i < c.size(); ++i) ASSERT_TRUE(std::isnan(c[i])) << kernel.name << ", element " << i;
  EXPECT_EQ(d_a.to_host(), a) << kernel.name << " changed an input";
  EXPECT_EQ(d_b.to_host(), b) << kernel.name << " changed an input";
}

class Roofline : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Roofline, KernelMatchesReferenceInFloatAndDouble) {
  const auto [kernel, n] = GetParam();
  expect_kernel_matches_reference(roofline::ladder<float>()[kernel], n);
  expect_kernel_matches_reference(roofline::ladder<double>()[kernel], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Roofline,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(roofline::ladder<float>()))),
                                          testing::Values(0, 1, 31, 32, 33, 255, 256, 257, 1023, 10007)),
                         [](const auto& info) {
                           return std::string(1, roofline::ladder<float>()[std::get<0>(info.param)].letter) + "_" +
                                  std::to_string(std::get<1>(info.param));
                         });

TEST(RooflineKernels, CountWhatTheyDo) {
  const auto& kernels = roofline::ladder<float>();
  EXPECT_DOUBLE_EQ(kernels[0].intensity(1000), 1.0 / 12);
  EXPECT_DOUBLE_EQ(kernels[2].intensity(1000), 66.0 / 8);
  EXPECT_DOUBLE_EQ(kernels[6].intensity(10000), 2.0 * 100 / 12) << "2 m^3 flop for 3 m^2 values";
  EXPECT_EQ(roofline::rows(9999), 99u);
  EXPECT_EQ(roofline::rows(10000), 100u);
}

// 1 byte/s and 4 flop/s: the roof bends at 4 flop per byte.
TEST(RooflineChart, ShowsRoofAndKernels) {
  const std::string text = roofline::chart(1e9, 4e9, {{'x', 1, 1e9}, {'y', 64, 2e9}, {'z', 1e9, 1}});
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const std::size_t origin = lines[1].find('|') + 1;  // 2^-4 flop per byte
  EXPECT_EQ(lines[1].substr(0, origin), "         4 |");
  EXPECT_EQ(lines[3].substr(0, origin), "         1 |");
  EXPECT_EQ(lines[3].at(origin + 4 * 4), 'x') << "2^0 flop per byte, two halvings below the top\n" << text;
  EXPECT_EQ(lines[2].at(origin + 10 * 4), 'y') << "2^6\n" << text;
  EXPECT_EQ(lines[1].at(origin + 12 * 4), '-') << "flat beyond the bend\n" << text;
  EXPECT_EQ(lines[5].at(origin + 2 * 4), '/') << "2^-2 flop per byte on the slope\n" << text;
  EXPECT_EQ(lines[13].back(), 'z') << "what is off the chart stands at its edge\n" << text;
}

TEST(RooflineProgram, PlacesEveryKernel) {
  const std::string csv = temporary_file("roofline.csv");
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--repeats", "1", "--csv", csv});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::ifstream file(csv);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(count_lines(text), 2 + static_cast<int>(std::size(roofline::ladder<float>())));
  for (const auto& kernel : roofline::ladder<float>())
    EXPECT_NE(text.find(std::string(": ") + kernel.name), std::string::npos) << kernel.name;
  std::remove(csv.c_str());
}

TEST(RooflineProgram, NoElementsAreAUsageError) {
  const Ended ended = run_program({PROGRAM, "--n", "0"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
