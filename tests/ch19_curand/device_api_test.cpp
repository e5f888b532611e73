#include "ch19_curand/device_api/device_api.h"

#include <cmath>
#include <fstream>
#include <vector>

#include "common/owners.h"
#include "common/testing.h"

namespace {

using namespace device_api;

constexpr unsigned long long seed = 1234;

unsigned long long inside(const Rung& rung, std::size_t threads, int points, DeviceBuffer<char>* states = nullptr) {
  DeviceBuffer<char> own(states ? 0 : state_bytes(threads));
  auto d_inside = poisoned<unsigned long long>(1);
  const Task task{threads, points, seed, states ? states->data() : own.data(), d_inside.data()};
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  const Stream stream;
  if (!states) setup(task, stream);
  rung.run(task, stream);
  stream.wait();
  return d_inside.to_host()[0];
}

const Rung& rung(const std::string& name) {
  for (const Rung& r : ladder())
    if (r.name == name) return r;
  throw std::out_of_range(name);
}

// The published test vector: a counter and a key of zeros (kat_vectors of Random123).
TEST(DeviceApi, ReferenceIsPhilox) {
  const std::uint32_t zeros[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(philox_cpu(0, 0, i), zeros[i]) << i;
}

TEST(DeviceApi, PhiloxFindsThePointsOfTheReference) {
  for (const std::size_t threads : {0, 1, 255, 256, 257, 1000})
    for (const int points : {2, 34})
      EXPECT_EQ(inside(rung("philox"), threads, points), philox_inside_cpu(threads, points, seed))
          << threads << " threads, " << points << " points";
}

TEST(DeviceApi, StatesThatAreKeptGiveTheSamePoints) {
  for (const std::size_t threads : {0, 1, 255, 257, 1000})
    EXPECT_EQ(inside(rung("kept_states"), threads, 20), inside(rung("subsequences"), threads, 20)) << threads;
}

// Two launches of 10 points give the same as one of 20.
TEST(DeviceApi, KeptStatesGoOn) {
  constexpr std::size_t threads = 300;
  DeviceBuffer<char> states(state_bytes(threads));
  setup({threads, 0, seed, states.data(), nullptr});
  const auto first = inside(rung("kept_states"), threads, 10, &states);
  const auto second = inside(rung("kept_states"), threads, 10, &states);
  EXPECT_EQ(first + second, inside(rung("subsequences"), threads, 20));
}

// One thread with all points draws the same words as many with a few each, if those begin where the others end.
TEST(DeviceApi, OffsetsDivideOneSequence) {
  const auto all = inside(rung("subsequences"), 1, 600);
  EXPECT_EQ(inside(rung("offsets"), 1, 600), all);
  EXPECT_EQ(inside(rung("offsets"), 300, 2), all);
}

TEST(DeviceApi, EveryRungFindsPi) {
  constexpr std::size_t threads = 2000;
  constexpr int points = 50;
  for (const Rung& r : ladder())
    EXPECT_LE(std::abs(deviations(inside(r, threads, points), 1.0 * threads * points)), most_deviations) << r.name;
  EXPECT_NEAR(deviations(78540 + 1000, 1e5), 1000 / std::sqrt(1e5 * 0.16855), 0.01);
}

TEST(DeviceApi, WalkersEndWhereTheReferenceDoes) {
  for (const std::size_t walkers : {0, 1, 256, 257, 1000})
    for (const int steps : {32, 320}) {
      auto d_ends = poisoned<int>(walkers);
      check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
      const Stream stream;
      walk(d_ends.data(), walkers, steps, seed, stream);
      stream.wait();
      const auto ends = d_ends.to_host();
      for (std::size_t i = 0; i < walkers; ++i) EXPECT_EQ(ends[i], walk_cpu(i, steps, seed)) << i;
    }
}

TEST(DeviceApiProgram, ShowsEveryRungAndTheWalk) {
  const std::string svg = temporary_file("walk.svg");
  const Ended ended =
      run_program({PROGRAM, "--repeats", "1", "--threads", "500", "--walkers", "1000", "--steps", "64", "--svg", svg});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& r : ladder()) EXPECT_NE(ended.out.find(r.name), std::string::npos) << r.name;
  EXPECT_TRUE(std::ifstream(svg).good());
}

TEST(DeviceApiProgram, RefusesStepsThatAreNoWordsInOneLine) {
  const Ended ended = run_program({PROGRAM, "--steps", "33"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
