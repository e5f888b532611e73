// Accelerations against a reference in double, within the bound that nbody.h derives; momentum is conserved.
#include "ch09_shared/nbody/nbody.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
std::vector<nbody::Body<Real>> random_bodies(std::size_t n) {
  const std::vector<Real> values = random_reals<Real>(4 * n, -1, 1, test_seed());
  std::vector<nbody::Body<Real>> bodies(n);
  for (std::size_t i = 0; i < n; ++i)
    bodies[i] = {values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3] + Real{2}};
  return bodies;
}

template <typename Real>
std::vector<nbody::Vector<Real>> accelerate(const nbody::Rung<Real>& rung,
                                            const std::vector<nbody::Body<Real>>& bodies) {
  const std::size_t n = bodies.size();
  const Guarded<nbody::Body<Real>> d_bodies(bodies);
  Guarded<nbody::Vector<Real>> d_accelerations = poisoned<nbody::Vector<Real>>(n);
  Guarded<nbody::Vector<Real>> d_scratch = poisoned<nbody::Vector<Real>>(nbody::scratch_size(n));

  rung.run(d_bodies.data(), d_accelerations.data(), d_scratch.data(), n);

  const std::vector<nbody::Body<Real>> after = d_bodies.to_host();
  EXPECT_TRUE(n == 0 || std::memcmp(after.data(), bodies.data(), n * sizeof(bodies[0])) == 0)
      << "the input was changed";
  return d_accelerations.to_host();
}

template <typename Real>
void expect_accelerations_match_reference(const nbody::Rung<Real>& rung, std::size_t n) {
  const std::vector<nbody::Body<Real>> bodies = random_bodies<Real>(n);
  const std::vector<nbody::Vector<Real>> accelerations = accelerate(rung, bodies);

  double largest = 0, forces = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const nbody::Reference reference = nbody::accelerate_cpu(bodies, i);
    largest = worse(nbody::error_of(accelerations[i], reference), largest);
    forces += static_cast<double>(bodies[i].mass) * reference.size;
  }
  EXPECT_LE(largest, nbody::error_bound<Real>(n));

  // Each force may have an error of the bound times the sum of its parts' sizes; so may their sum.
  double moved = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const nbody::Vector<Real>& a = accelerations[i];
    const double x = a.x, y = a.y, z = a.z;
    moved += static_cast<double>(bodies[i].mass) * std::sqrt(x * x + y * y + z * z);
  }
  EXPECT_LE(nbody::momentum_gained(bodies, accelerations) * moved, nbody::error_bound<Real>(n) * forces);
}

// Around warps, blocks of 256, four bodies per thread, and blocks of 1024.
std::vector<std::size_t> sizes() {
  return all_or_few<std::size_t>({0, 1, 2, 31, 33, 255, 256, 257, 1025}, {0, 33, 257});
}

class NBody : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(NBody, AccelerationsMatchReferenceAndConserveMomentum) {
  const auto [rung, n] = GetParam();
  expect_accelerations_match_reference(nbody::ladder<float>()[rung], n);
  expect_accelerations_match_reference(nbody::ladder<double>()[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, NBody,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(nbody::ladder<float>()))),
                                          testing::ValuesIn(sizes())),
                         name_rung_and_size(nbody::ladder<float>()));

// Two bodies on a line, by hand: 3 / (4 + softening)^(3/2) times the distance 2.
TEST(NBody, TwoBodiesAttractEachOther) {
  for (const auto& rung : nbody::ladder<double>()) {
    SCOPED_TRACE(rung.name);
    const auto accelerations = accelerate<double>(rung, {{0, 0, 0, 5}, {2, 0, 0, 3}});
    const double squared = 4 + nbody::softening_squared;
    EXPECT_NEAR(accelerations[0].x, 2 * 3 / (squared * std::sqrt(squared)), 1e-15);
    EXPECT_NEAR(accelerations[1].x, -2 * 5 / (squared * std::sqrt(squared)), 1e-15);
    EXPECT_EQ(accelerations[0].y, 0);
    EXPECT_EQ(accelerations[1].z, 0);
  }
}

TEST(NBodyProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "300", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : nbody::ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(NBodyProgram, AnswersBadInputWithOneLine) {
  for (const char* n : {"-1", "0.5", "1e30"}) {
    const Ended ended = run_program({PROGRAM, "--n", n});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
