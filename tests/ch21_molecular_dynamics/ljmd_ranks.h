// Cases of multi_gpu in ranks, a process for each GPU: the same digits as in one process, and how all end when one
// fails.
#pragma once

#include <gtest/gtest.h>

#include "common/ranks_testing.h"
#include "tests/ch21_molecular_dynamics/ljmd_files.h"
#include "tests/ch21_molecular_dynamics/ljmd_slabs.h"

#ifdef MPIEXEC  // MPI and NCCL are here

#include <chrono>
#include <filesystem>
#include <thread>

#include "ch21_molecular_dynamics/ljmd/ranks_program.h"
#include "common/ranks.h"

namespace ljmd {

inline void expect_same(const std::vector<Vec>& found, const std::vector<Vec>& expected, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].x, expected[i].x) << what << " " << i;
    ASSERT_EQ(found[i].y, expected[i].y) << what << " " << i;
    ASSERT_EQ(found[i].z, expected[i].z) << what << " " << i;
  }
}

// The results of a simulation, sampled between its parts.
struct Course {
  std::vector<Sample> samples;
  State state;
  std::vector<Vec> forces;
  int rebuilds = 0;
};

template <typename Real>
Course course_of(const State& start, const Settings& settings, int steps) {
  const auto engine = multi_gpu<Real>(start, settings);
  Course course;
  for (const int part : {0, 1, steps - 1, 0}) {
    engine->advance(part);
    course.samples.push_back(engine->sample());
    if (part > 1) engine->scale_velocities(1.25);
  }
  course.state = engine->state();
  course.forces = engine->forces();
  course.rebuilds = engine->rebuilds();
  return course;
}

// All ranks get all results. The first and the last compare them with those of one process with the same number of
// GPUs.
template <typename Real>
void expect_digits_of_one_process(const Ranks& ranks, const State& start, Settings settings, int steps, bool moving) {
  settings.ranks = &ranks;
  const Course found = course_of<Real>(start, settings, steps);
  if (ranks.rank > 0 && ranks.rank + 1 < ranks.count) return;
  settings.ranks = nullptr;
  settings.most_gpus = ranks.count;
  const Course expected = course_of<Real>(start, settings, steps);
  for (std::size_t i = 0; i < expected.samples.size(); ++i) {
    EXPECT_EQ(found.samples[i].potential, expected.samples[i].potential) << i;
    EXPECT_EQ(found.samples[i].kinetic, expected.samples[i].kinetic) << i;
    EXPECT_EQ(found.samples[i].virial, expected.samples[i].virial) << i;
    EXPECT_EQ(found.samples[i].momentum.y, expected.samples[i].momentum.y) << i;
  }
  EXPECT_EQ(found.rebuilds, expected.rebuilds);
  expect_same(found.state.position, expected.state.position, "position");
  expect_same(found.state.velocity, expected.state.velocity, "velocity");
  expect_same(found.forces, expected.forces, "force");
  if (!moving || watched()) return;
  EXPECT_GE(found.rebuilds, 3);
  if (ranks.count > 1) {
    EXPECT_GT(migrated(start, found.state, ranks.count), 0);
  }
}

// A liquid and a crystal in six columns; in the first some atoms vibrate across a border.
template <typename Real>
void compare_with_one_process(const Ranks& ranks) {
  State liquid = rattled(test_seed(), 300, 5.78, 24, 4, 4);
  for (Vec& p : liquid.position) p.x = static_cast<float>(p.x - 5.78 / 4);
  Settings settings;
  expect_digits_of_one_process<Real>(ranks, liquid, settings, sanitized() ? 4 : watched() ? 8 : 60, true);
  const State solid = rattled(test_seed(), 60, 5.385, 24, 5, 5);
  settings.thermostat = {100, 100 / natural_time, 7};
  expect_digits_of_one_process<Real>(ranks, solid, settings, sanitized() ? 3 : 6, false);
  settings.rebuild = false;
  expect_digits_of_one_process<Real>(ranks, solid, settings, sanitized() ? 3 : 12, false);
}

// So many atoms that a kernel in the slab's stream is still running when work in another stream could begin.
// On the emulator kernels never overlap: there the microscope checks whether one has to wait.
inline void compare_when_kernels_are_long(const Ranks& ranks) {
  Settings settings;
  settings.rebuild = false;
  expect_digits_of_one_process<double>(ranks, rattled(test_seed(), 60, 5.385, 200, 70, 70), settings, 3, false);
}

inline void expect_refusals(const Ranks& ranks) {
  Settings settings;
  settings.ranks = &ranks;
  const auto hot = multi_gpu<float>(rattled(test_seed(), 3000, 5.385, 9, 5, 5), [&] {
    Settings wild = settings;
    wild.time_step = 400 / natural_time;
    return wild;
  }());
  const auto run = [&] {
    hot->advance(30);
    hot->sample();
  };
  EXPECT_THROW(run(), SimulationError);
  if (ranks.count == 1) return;
  State crowd = rattled(test_seed(), 60, 5.385, 6, 6, 24);
  crowd.box.x *= 4;
  EXPECT_THROW(multi_gpu<float>(crowd, settings), SimulationError);
  settings.potential.cutoff = 14;
  settings.list_radius = 15;
  EXPECT_THROW(multi_gpu<float>(rattled(test_seed(), 60, 5.385, 5, 6, 7), settings), UsageError);
}

// Each rank has a plan with a file of its own.
inline void expect_that_the_first_writes(const Ranks& ranks) {
  const std::string name = "rank" + std::to_string(ranks.rank), last = temporary_file(name + ".xyz");
  std::filesystem::remove(last);
  const std::string text = "lattice 10 5 5 5.78\nrung multi_gpu\nrestart " + last + "\nrun 1\n";
  run_plan(read_plan(written(name + ".in", text)), true, &ranks);
  EXPECT_EQ(std::filesystem::exists(last), ranks.rank == 0);
}

TEST(InRanks, DISABLED_Cases) {
  Ranks ranks(nullptr, nullptr);
  const int status = ranks.run([&] {
    work_in_ranks(ranks, brick_needs<float>, [&] {
      compare_with_one_process<float>(ranks);
      if (!sanitized() && ranks.count == 2 && lacking(brick_needs<double>).empty())
        compare_with_one_process<double>(ranks);
      if (!watched() && ranks.count == 2 && no_hardware().empty()) compare_when_kernels_are_long(ranks);
      if (!watched()) expect_refusals(ranks);
      expect_that_the_first_writes(ranks);
    });
    std::printf("compared\n");
    return testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(status, 0);
}

// The same error in all ranks, in rank 0 last.
TEST(InRanks, DISABLED_Fail) {
  Ranks ranks(nullptr, nullptr);
  ranks.run([&] {
    try {
      work_in_ranks(ranks, brick_needs<float>, [&] {
        if (ranks.rank == 0) std::this_thread::sleep_for(std::chrono::milliseconds(300));
        throw SimulationError("alike");
      });
    } catch (const SimulationError& error) {
      std::fprintf(stderr, "ljmd: %s, says rank %d\n", error.what(), ranks.rank);
      return 3;
    }
    return 0;
  });
}

// Why ranks cannot be tested here. Under a sanitizer only the ranks' own test starts each rank under a tool.
inline std::string no_ranks(int ranks) {
  if (sanitized() && !std::getenv("TEST_SANITIZER_PORT")) return "ranks have a test of their own under the sanitizers";
  if (too_few_gpus(ranks)) return "needs " + std::to_string(ranks) + " GPUs";
  return lacking(brick_needs<float>);
}

// One test for all numbers of ranks: tests with parameters run last, and these cases are quick.
inline void expect_digits_in_ranks(int ranks) {
  if (const std::string reason = no_ranks(ranks); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_in_ranks(ranks, "Cases", watched() ? 200 : 80);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_NE(ended.out.find("compared\n"), std::string::npos) << ended.out << ended.err;
}

TEST(MdRanks, TwoHaveTheDigitsOfOneProcess) {
  expect_digits_in_ranks(2);
}

TEST(MdRanks, ThreeHaveTheDigitsOfOneProcess) {
  expect_digits_in_ranks(3);
}

TEST(MdRanks, FourHaveTheDigitsOfOneProcess) {
  expect_digits_in_ranks(4);
}

TEST(MdRanks, OneHasTheDigitsOfOneProcess) {
  expect_digits_in_ranks(1);
}

TEST(MdRanks, WhatIsWrongForAllIsSaidOnce) {
  if (sanitized()) GTEST_SKIP() << "no kernel runs";
  if (const std::string reason = no_ranks(2); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_in_ranks(2, "Fail", 60);
  EXPECT_EQ(ended.status, 3) << ended.out << ended.err;
  EXPECT_EQ(lines_of_ranks(ended.err, "ljmd"), 1) << ended.err;
  EXPECT_NE(ended.err.find("alike, says rank 0"), std::string::npos) << ended.err;
}

class MdRanksProgram : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (const std::string reason = no_ranks(GetParam()); !reason.empty()) GTEST_SKIP() << reason;
  }
};

inline const std::string wide_plan = "lattice 10 5 5 5.78\nvelocity 300 1\nrung multi_gpu\n";

TEST_P(MdRanksProgram, WritesWhatOneProcessWrites) {
  const std::string thermo = temporary_file("thermo.csv"), movie = temporary_file("movie.xyz"),
                    last = temporary_file("last.xyz");
  const std::string plan = written(
      "ranks.in", wide_plan + "thermo 2 " + thermo + "\ndump 4 " + movie + "\nrestart " + last +
                      "\nrun 9\nthermostat nose_hoover 200 100\nrun 3\nthermostat scale 150 2\nlist 11 fixed\nrun 4\n");
  const std::string devices = "CUDA_EMULATOR_DEVICES=" + std::to_string(GetParam());
  const std::string visible = std::string("0,1,2,3").substr(0, 2 * GetParam() - 1);
  const Ended one = run_program({PROGRAM, "--input", plan}, {devices, "CUDA_VISIBLE_DEVICES=" + visible});
  ASSERT_EQ(one.status, 0) << one.err;
  std::vector<std::string> expected;
  for (const std::string& path : {thermo, movie, last}) {
    expected.push_back(text_of(path));
    std::filesystem::remove(path);
  }
  const Ended ended = run_ranks({"-n", std::to_string(GetParam()), PROGRAM, "--input", plan}, GetParam());
  ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(text_of(thermo), expected[0]);
  EXPECT_EQ(text_of(movie), expected[1]);
  EXPECT_EQ(text_of(last), expected[2]);
  EXPECT_EQ(ended.out.find("9 steps"), ended.out.rfind("9 steps")) << "one rank prints: " << ended.out;
}

TEST_P(MdRanksProgram, MeasuresThem) {
  if (no_hardware().empty()) GTEST_SKIP() << "takes a minute of the GPUs";
  const Ended ended = run_limited({PROGRAM, "--gpus", "--ranks", std::to_string(GetParam())}, GetParam());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(number_after(ended.out, "\nmulti_gpu in ranks"), GetParam()) << ended.out;
}

INSTANTIATE_TEST_SUITE_P(Ranks, MdRanksProgram, testing::Values(1, 2, 3, 4));

class MdRanksFailProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = no_ranks(2); !reason.empty()) GTEST_SKIP() << reason;
  }
  // All ranks end with this status, and one of them says why.
  static void expect_end(const Ended& ended, int status, const std::string& reason) {
    EXPECT_EQ(ended.status, status) << ended.out << ended.err;
    EXPECT_NE(ended.err.find(reason), std::string::npos) << ended.err;
    EXPECT_EQ(lines_of_ranks(ended.err, "ljmd"), 1) << ended.err;
  }
  static Ended two(const std::vector<std::string>& options) {
    std::vector<std::string> command{"-n", "2", PROGRAM};
    command.insert(command.end(), options.begin(), options.end());
    return run_ranks(command, 2);
  }
  static Ended two_with(const std::string& text) { return two({"--input", written("ranks.in", text)}); }
};

TEST_F(MdRanksFailProgram, ForAllOfThemItIsSaidOnce) {
  expect_end(two_with("lattice 10 5 5 5.385\nvelocity 3000 1\ntime_step 400\nrung multi_gpu\nrun 30\n"), 3,
             "ranks.in:5: atoms were lost");
  expect_end(two_with("lattice 10 5 5 5.385\nrun 1\n"), 2,
             "ranks.in:2: ranks need the rung multi_gpu, not all_on_gpu_fast");
  expect_end(two_with("lattice 10 5 5\n"), 2, "ranks.in:1: spacing is missing");
  expect_end(two_with(wide_plan + "thermo 1 /no/such/folder/thermo.out\nrun 1\n"), 3,
             "/no/such/folder/thermo.out: cannot be written");
  expect_end(two({}), 2, "ranks take --input, with the rung multi_gpu, or --gpus");
}

// The box has room for two slabs: three ranks are too many.
TEST_F(MdRanksFailProgram, TooManyRanksAreRefused) {
  if (const std::string reason = no_ranks(3); !reason.empty()) GTEST_SKIP() << reason;
  const std::string plan = written("ranks.in", "lattice 6 5 5 5.385\nrung multi_gpu\nrun 1\n");
  expect_end(run_ranks({"-n", "3", PROGRAM, "--input", plan}, 3), 2, "the box is too narrow for 3 ranks");
}

TEST_F(MdRanksFailProgram, OneAloneEndsAll) {
  const std::string plan = written("ranks.in", wide_plan + "run 1\n");
  const std::vector<std::string> right{"-n", "1", PROGRAM, "--input", plan, ":", "-n", "1"};
  const auto beside = [&](const std::vector<std::string>& other) {
    std::vector<std::string> command = right;
    command.insert(command.end(), other.begin(), other.end());
    return run_ranks(command, 2);
  };
  expect_end(beside({PROGRAM, "--input", "/no/such/file.in"}), 2, "/no/such/file.in: cannot be read");
  const Ended blind = beside({"env", "CUDA_VISIBLE_DEVICES=", PROGRAM, "--input", plan});
  EXPECT_EQ(blind.status, 77) << blind.err;
  EXPECT_EQ(lines_of_ranks(blind.err, "ljmd"), 1) << blind.err;
}

TEST_F(MdRanksFailProgram, RankZeroAloneWrites) {
  const std::string kept = written("kept.out", "as it was\n"), last = written("kept.xyz", "as it was\n"),
                    thermo = temporary_file("thermo.out");
  const std::string plan = written("ranks.in", wide_plan + "thermo 1 " + thermo + "\nrun 2\n");
  const std::string other = written("other.in", wide_plan + "thermo 1 " + kept + "\nrestart " + last + "\nrun 2\n");
  const Ended ended = run_ranks({"-n", "1", PROGRAM, "--input", plan, ":", "-n", "1", PROGRAM, "--input", other}, 2);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(count_lines(text_of(thermo)), 4);
  EXPECT_EQ(text_of(kept), "as it was\n");
  EXPECT_EQ(text_of(last), "as it was\n");
}

TEST_F(MdRanksFailProgram, MoreRanksThanGpusAreSaidOnce) {
  if (!no_hardware().empty()) GTEST_SKIP() << "ranks may share emulated devices";
  const std::string plan = written("ranks.in", wide_plan + "run 1\n");
  const std::string too_many = std::to_string(device_count() + 1);
  expect_end(run_ranks({"-n", too_many, PROGRAM, "--input", plan}, 2), 77, "a machine has fewer GPUs than ranks");
}

TEST_F(MdRanksFailProgram, EmulatedDevicesAreShared) {
  if (no_hardware().empty()) GTEST_SKIP() << "NCCL needs a GPU for each rank";
  const std::string plan = written("ranks.in", "lattice 16 5 5 5.78\nvelocity 300 1\nrung multi_gpu\nrun 9\n");
  const auto energy_of = [&](int devices) {
    const Ended ended = run_limited({PROGRAM, "--ranks", "4", "--input", plan}, devices);
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_EQ(ended.out.find("some of the 4 ranks share a GPU") != std::string::npos, devices < 4) << ended.out;
    return ended.out.substr(ended.out.find(" K, "));
  };
  EXPECT_EQ(energy_of(2), energy_of(4));
}

}  // namespace ljmd

#else

TEST(MdRanks, HaveTheDigitsOfOneProcess) {
  GTEST_SKIP() << "MPI or NCCL is missing here";
}

TEST(MdRanksProgram, SaysThatThereAreNone) {
  const Ended ended = run_program({PROGRAM, "--gpus", "--ranks", "2"});
  EXPECT_EQ(ended.status, 77) << ended.out;
  EXPECT_NE(ended.err.find("ranks need MPI and NCCL"), std::string::npos) << ended.err;
}

#endif
