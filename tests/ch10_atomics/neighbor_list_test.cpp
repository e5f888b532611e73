#include "ch10_atomics/neighbor_list/neighbor_list.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "common/lesson.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace neighbor_list;

constexpr int capacity = 64;

template <typename Real>
Lists found_by(const Rung<Real>& rung, const std::vector<Real>& x, const std::vector<Real>& y, Real cutoff,
               int list_capacity = capacity) {
  const std::size_t n = x.size();
  const Guarded<Real> d_x(x), d_y(y);
  Guarded<int> d_count = poisoned<int>(n), d_neighbour = poisoned<int>(list_capacity * n);
  Guarded<char> scratch = poisoned<char>(scratch_bytes<Real>(n));

  rung.find(system_of<Real>(x, y, d_x.data(), d_y.data(), cutoff), {d_count.data(), d_neighbour.data(), list_capacity},
            scratch.data());

  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  EXPECT_EQ(d_y.to_host(), y) << "the input was changed";
  const auto count = d_count.to_host(), neighbour = d_neighbour.to_host();
  const Lists lists = lists_from(count, neighbour, list_capacity);
  for (std::size_t i = 0; rung.ordered && i < n; ++i)
    for (int k = 0; k < count[i]; ++k) EXPECT_EQ(neighbour[k * n + i], lists[i][k]) << "not in order: atom " << i;
  return lists;
}

template <typename Real>
void expect_lists_match(const Rung<Real>& rung, const std::vector<Real>& x, const std::vector<Real>& y, Real cutoff) {
  const Lists expected = lists_cpu<Real>(x, y, cutoff);
  EXPECT_TRUE(symmetric(expected));
  EXPECT_EQ(lists_cpu_cells<Real>(x, y, cutoff), expected);
  EXPECT_EQ(lists_cpu_cells<Real>(x, y, cutoff, true), expected);
  EXPECT_EQ(found_by<Real>(rung, x, y, cutoff), expected);
}

class NeighborList : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(NeighborList, ListsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  const double side = std::sqrt(static_cast<double>(n) / 4);  // about 13 neighbours within 1
  expect_lists_match<float>(ladder<float>()[rung],
                            random_reals<float>(n, -3, static_cast<float>(side - 3), test_seed()),
                            random_reals<float>(n, 0, static_cast<float>(side), test_seed() + 1), 1.0f);
  expect_lists_match<double>(ladder<double>()[rung], random_reals<double>(n, -3, side - 3, test_seed()),
                             random_reals<double>(n, 0, side, test_seed() + 1), 1.0);
}

// Whole numbers put many pairs exactly at the cutoff, and atoms on the borders of cells.
TEST_P(NeighborList, PairsExactlyAtTheCutoffCount) {
  const auto [rung, n] = GetParam();
  const auto x = random_integers<float>(n, -30, 30, test_seed()),
             y = random_integers<float>(n, -30, 30, test_seed() + 1);
  expect_lists_match<float>(ladder<float>()[rung], x, y, 2.0f);
}

TEST_P(NeighborList, FindsNeighboursOnALineAndFarApart) {
  const auto [rung, n] = GetParam();
  const std::vector<float> zero(n, 5.0f);
  expect_lists_match<float>(ladder<float>()[rung], random_reals<float>(n, 0, static_cast<float>(n), test_seed()), zero,
                            3.0f);
  expect_lists_match<float>(ladder<float>()[rung], zero, random_reals<float>(n, -1e6f, 1e6f, test_seed()), 3e3f);
}

INSTANTIATE_TEST_SUITE_P(Ladder, NeighborList,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder<float>()))),
                                          testing::ValuesIn(all_or_few<std::size_t>(
                                              {0, 1, 2, 31, 32, 33, 255, 256, 257, 1023}, {0, 33, 257}))),
                         name_rung_and_size(ladder<float>()));

TEST(NeighborListCapacity, AFullListIsRightAndOneMoreIsRefused) {
  const std::vector<float> x = {0, 1, 2, 3, 0.5f}, y(5, 0.0f);
  for (const auto& rung : ladder<float>()) {
    EXPECT_EQ(found_by<float>(rung, x, y, 10.0f, 4), lists_cpu<float>(x, y, 10.0f)) << rung.name;
    EXPECT_THROW(found_by<float>(rung, x, y, 10.0f, 3), UsageError) << rung.name;
  }
}

TEST(NeighborListInput, CoordinatesThatAreNotFiniteAreRefused) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const std::vector<float> good = {0, 1, 2}, wrong = {0, bad, 2};
    EXPECT_THROW(system_of<float>(wrong, good, nullptr, nullptr, 1.0f), UsageError);
    EXPECT_THROW(system_of<float>(good, wrong, nullptr, nullptr, 1.0f), UsageError);
    EXPECT_THROW(system_of<float>(good, good, nullptr, nullptr, bad), UsageError);
  }
}

TEST(Graphene, HasExactlyTheAtomsAskedForAndRepeats) {
  for (const std::size_t n : {0, 1, 2, 50, 1000, 5000}) {
    const Atoms sheet = graphene(n, test_seed()), again = graphene(n, test_seed());
    EXPECT_EQ(sheet.x.size(), n);
    EXPECT_EQ(sheet.x, again.x);
    EXPECT_EQ(sheet.y, again.y);
  }
}

// Inside a grain every atom has three neighbours, all one bond length away; only grain boundaries and edges differ.
TEST(Graphene, MostAtomsHaveThreeNeighboursAndNoneIsTooClose) {
  const Atoms sheet = graphene(5000, test_seed());
  const Lists lists = lists_cpu<double>(sheet.x, sheet.y, 1.9);
  int three = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    three += lists[i].size() == 3;
    for (const int j : lists[i])
      EXPECT_GE(std::hypot(sheet.x[i] - sheet.x[j], sheet.y[i] - sheet.y[j]), 0.8 * bond_length - 1e-9);
  }
  EXPECT_GT(three, 4000);
}

std::string written(const std::string& name, const std::string& text) {
  const std::string path = temporary_file(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(AtomsFile, ReadsPairsCommentsAndBlankLines) {
  const Atoms atoms = read_atoms(written("good.xy", "# x y\n0 1\n\n  -2.5e1\t3 \r\n7 8\n"));
  EXPECT_EQ(atoms.x, (std::vector<double>{0, -25, 7}));
  EXPECT_EQ(atoms.y, (std::vector<double>{1, 3, 8}));
}

TEST(AtomsFileProgram, WhatIsNoPairOfNumbersGetsOneLineAndStatus2) {
  const std::string files[] = {temporary_file("absent.xy"),
                               written("empty.xy", ""),
                               written("one.xy", "1 2\n3\n"),
                               written("three.xy", "1 2 3\n"),
                               written("word.xy", "1 2\nx y\n"),
                               written("nan.xy", "1 2\nnan 4\n"),
                               written("inf.xy", "1 2\n3 -inf\n"),
                               written("cut.xy", "1.42 0\n2.84 1."),
                               written("half.xy", "1 2\n3 4abc\n"),
                               written("zero.xy", std::string("1 2\0\n", 5)),
                               testing::TempDir()};
  for (const std::string& file : files) {
    const Ended ended = run_program({PROGRAM, "--input", file});
    EXPECT_EQ(ended.status, 2) << file << ended.out;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

TEST(NeighborListProgram, MoreNeighboursThanTheListHoldsGetsOneLineAndStatus2) {
  const Ended ended = run_program({PROGRAM, "--n", "300", "--cutoff", "5", "--capacity", "4", "--repeats", "1"});
  EXPECT_EQ(ended.status, 2) << ended.out;
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

TEST(NeighborListProgram, DrawsADotAnAtomAndALineABond) {
  const std::string svg = temporary_file("square.svg");
  const std::string square = written("square.xy", "0 0\n1 0\n1 1\n0 1\n");
  const Ended ended = run_program({PROGRAM, "--input", square, "--cutoff", "1.2", "--svg", svg, "--repeats", "1"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  std::stringstream text;
  text << std::ifstream(svg).rdbuf();
  int dots = 0, lines = 0;
  for (std::size_t at = 0; (at = text.str().find("<circle", at)) != std::string::npos; ++at) ++dots;
  for (std::size_t at = 0; (at = text.str().find('M', at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(dots, 4);
  EXPECT_EQ(lines, 4);
}

}  // namespace
