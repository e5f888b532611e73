// The plain program's energies: the crystal's potential against a sum over its places in double, and that the total
// stays.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>

#include "common/testing.h"

namespace {

// The potential per atom of an infinite crystal, cut off at 10 Å and shifted to 0 there: the sum over the places around
// one of them.
double potential_of_crystal() {
  constexpr double spacing = 5.385, sigma = 3.405, epsilon = 1.032e-2, cutoff = 10;
  const auto pair = [](double r2) {
    const double s6 = std::pow(sigma * sigma / r2, 3);
    return 4 * epsilon * (s6 * s6 - s6);
  };
  double sum = 0;
  for (int i = -4; i <= 4; ++i)
    for (int j = -4; j <= 4; ++j)
      for (int k = -4; k <= 4; ++k) {  // in halves of a cell: an atom where the sum of the three is even
        const double r2 = spacing * spacing / 4 * (i * i + j * j + k * k);
        if ((i + j + k) % 2 == 0 && r2 > 0 && r2 < cutoff * cutoff) sum += pair(r2) - pair(cutoff * cutoff);
      }
  return sum / 2;
}

struct Row {
  int step = -1;
  double temperature = 0, kinetic = 0, potential = 0, total = 0;
};

Row row(const std::string& line) {
  Row r;
  const int read = std::sscanf(line.c_str(), "step %d: %lf K, %lf eV + %lf eV = %lf eV", &r.step, &r.temperature,
                               &r.kinetic, &r.potential, &r.total);
  EXPECT_EQ(read, 5) << line;
  return r;
}

void expect_right(const std::string& cells, int atoms) {
  const Ended ended = run_program({PROGRAM, cells, "40"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::istringstream lines(ended.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line.rfind(std::to_string(atoms) + " atoms", 0), 0u) << line;
  std::getline(lines, line);
  const Row first = row(line);
  EXPECT_NEAR(first.potential, potential_of_crystal(), 1.1e-5);  // printed in units of 1e-5
  EXPECT_NEAR(first.temperature, 60, 6);
  std::getline(lines, line);
  std::getline(lines, line);
  const Row last = row(line);
  EXPECT_EQ(last.step, 40);
  EXPECT_NEAR(last.total, first.total, 1e-5);
  EXPECT_LT(last.kinetic, 0.7 * first.kinetic);  // half of it has gone into vibrations of the places
}

TEST(Argon, KeepsItsEnergy) {
  expect_right("5", 500);
  if (!sanitized()) expect_right("7", 1372);
}

TEST(Argon, RefusesABoxThatIsSmallerThanTwoCutoffs) {
  const Ended ended = run_program({PROGRAM, "4"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
