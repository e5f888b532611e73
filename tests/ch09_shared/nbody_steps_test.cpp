// Compared with steps on the host, and with what theory says about each method's energy.
#include "ch09_shared/nbody_steps/nbody_steps.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace nbody_steps;

Motion random_motion(std::size_t n) {
  const std::vector<double> r = random_reals<double>(7 * n, -1, 1, test_seed());
  Motion m{std::vector<Body>(n), std::vector<Vector>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    m.bodies[i] = {r[7 * i], r[7 * i + 1], r[7 * i + 2], (r[7 * i + 3] + 2) / static_cast<double>(n)};
    m.velocities[i] = {r[7 * i + 4], r[7 * i + 5], r[7 * i + 6]};
  }
  return m;
}

Motion moved(const Rung& rung, const Motion& m, double dt, int steps) {
  const std::size_t n = m.bodies.size();
  Guarded<Body> bodies(m.bodies);
  Guarded<Vector> velocities(m.velocities), accelerations = poisoned<Vector>(n);
  rung.run(bodies.data(), velocities.data(), accelerations.data(), n, dt, steps);
  return {bodies.to_host(), velocities.to_host()};
}

void kick(Motion& m, const std::vector<Vector>& a, double dt) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    m.velocities[i].x += dt * a[i].x;
    m.velocities[i].y += dt * a[i].y;
    m.velocities[i].z += dt * a[i].z;
  }
}

void drift(Motion& m, double dt) {
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    m.bodies[i].x += dt * m.velocities[i].x;
    m.bodies[i].y += dt * m.velocities[i].y;
    m.bodies[i].z += dt * m.velocities[i].z;
  }
}

Motion moved_cpu(const Rung& rung, Motion m, double dt, int steps) {
  for (int s = 0; s < steps; ++s) {
    const std::vector<Vector> a = accelerations_cpu(m.bodies);
    if (rung.name == std::string("euler")) drift(m, dt), kick(m, a, dt);
    if (rung.name == std::string("kick_then_drift")) kick(m, a, dt), drift(m, dt);
    if (rung.name == std::string("leapfrog"))
      kick(m, a, dt / 2), drift(m, dt), kick(m, accelerations_cpu(m.bodies), dt / 2);
  }
  return m;
}

// The largest difference of any coordinate or velocity. All of them are of size 1.
double difference(const Motion& a, const Motion& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const Body &p = a.bodies[i], &q = b.bodies[i];
    const Vector &v = a.velocities[i], &w = b.velocities[i];
    for (const double d : {p.x - q.x, p.y - q.y, p.z - q.z, p.mass - q.mass, v.x - w.x, v.y - w.y, v.z - w.z})
      largest = worse(std::abs(d), largest);
  }
  return largest;
}

class NBodySteps : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

// An acceleration is a sum of n terms of 1 / n each, times the pull, which is at most 0.4 / softening^2 = 40: its
// rounding is below 40 (n + 20) u. In 5 steps of 0.01 it adds to a velocity with a factor of 0.05, and a difference
// less than doubles in this short time.
TEST_P(NBodySteps, MatchStepsOnTheHost) {
  const auto [which, n] = GetParam();
  const Rung& rung = ladder()[which];
  const Motion start = random_motion(n);
  for (const int steps : {0, 1, 5}) {
    const double bound = 2 * 0.05 * 3 * 40 * (static_cast<double>(n) + 20) * std::numeric_limits<double>::epsilon();
    EXPECT_LE(difference(moved(rung, start, 0.01, steps), moved_cpu(rung, start, 0.01, steps)), steps == 0 ? 0 : bound)
        << steps << " steps";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, NBodySteps,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder()))),
                                          testing::ValuesIn(all_or_few<std::size_t>({0, 1, 2, 33, 255, 256, 257, 600},
                                                                                    {1, 33, 257}))),
                         name_rung_and_size(ladder()));

// Two bodies that orbit each other: mass 1 each, at a distance of 1.
Motion circle() {
  const double speed = std::sqrt(0.5 / std::pow(1 + softening_squared, 1.5));  // v^2 / (1 / 2) is the acceleration
  return {{{-0.5, 0, 0, 1}, {0.5, 0, 0, 1}}, {{0, -speed, 0}, {0, speed, 0}}};
}

// The largest relative error of the energy in this many steps, of which every eighth is checked.
double energy_error(const Rung& rung, Motion m, double dt, int steps) {
  const double energy = energy_of(m);
  double largest = 0;
  for (int s = 0; s < steps; s += 8) {
    m = moved(rung, m, dt, 8);
    largest = worse(std::abs((energy_of(m) - energy) / energy), largest);
  }
  return largest;
}

// An eccentric orbit, because on a circle even a poor step keeps the energy constant.
Motion ellipse() {
  Motion m = circle();
  for (Vector& v : m.velocities) v.y *= 0.8;
  return m;
}

TEST(NBodyStepsEnergy, ErrorFallsWithTheMethodsOrder) {
  if (watched()) GTEST_SKIP() << "thousands of steps, too long under a tool";
  const double order[] = {1, 1, 2};
  for (std::size_t r = 0; r < std::size(ladder()); ++r) {
    const double whole = energy_error(ladder()[r], ellipse(), 0.004, 320);
    const double half = energy_error(ladder()[r], ellipse(), 0.002, 640);
    EXPECT_NEAR(std::log2(whole / half), order[r], 0.1) << ladder()[r].name;
  }
}

// Over four times the time Euler's error grows; those of the others stay the same.
TEST(NBodyStepsEnergy, OnlyEulersErrorGrows) {
  if (watched()) GTEST_SKIP() << "thousands of steps, too long under a tool";
  for (const Rung& rung : ladder()) {
    const double early = energy_error(rung, ellipse(), 0.004, 800), late = energy_error(rung, ellipse(), 0.004, 3200);
    if (rung.name == std::string("euler")) {
      EXPECT_GT(late, 2 * early);
    } else {
      EXPECT_LT(late, 1.5 * early) << rung.name;
    }
  }
}

// Forwards, then backwards with negated velocities: leapfrog returns to the start.
TEST(NBodyStepsLeapfrog, IsReversible) {
  const Motion start = random_motion(65);
  const Rung& rung = ladder()[2];
  Motion back = moved(rung, start, 0.01, 20);
  for (Vector& v : back.velocities) v = {-v.x, -v.y, -v.z};
  back = moved(rung, back, 0.01, 20);
  for (Vector& v : back.velocities) v = {-v.x, -v.y, -v.z};
  EXPECT_LT(difference(back, start), 1e-11);
  EXPECT_GT(difference(moved(rung, start, 0.01, 20), start), 1e-3) << "nothing has moved";
}

// Two bodies of mass 1 at a distance of 1, at rest.
TEST(NBodyStepsReference, IsWhatOneComputesByHand) {
  const Motion m{{{0, 0, 0, 1}, {1, 0, 0, 1}}, {{0, 0, 0}, {0, 0, 0}}};
  EXPECT_NEAR(energy_of(m), -1 / std::sqrt(1.01), 1e-15);
  EXPECT_NEAR(accelerations_cpu(m.bodies)[0].x, 1 / (1.01 * std::sqrt(1.01)), 1e-15);
  EXPECT_NEAR(accelerations_cpu(m.bodies)[1].x, -1 / (1.01 * std::sqrt(1.01)), 1e-15);
}

TEST(NBodyStepsProgram, ShowsEveryRungAndWritesFrames) {
  const std::string frames = temporary_file("nbody");
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "40", "--steps", "32", "--frames", frames});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) {
    EXPECT_NE(ended.out.find(rung.name), std::string::npos) << ended.out;
    for (const char* number : {"-00.pgm", "-15.pgm"}) {
      const std::string path = frames + "-" + rung.name + number;
      std::ifstream file(path);
      std::string magic;
      file >> magic;
      EXPECT_EQ(magic, "P5") << path;
    }
    for (int part = 0; part < 16; ++part) {
      char number[16];
      std::snprintf(number, sizeof number, "-%02d.pgm", part);
      std::remove((frames + "-" + rung.name + number).c_str());
    }
  }
}

TEST(NBodyStepsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=1", "--steps=3", "--time=-1"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
