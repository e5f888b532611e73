// The program with input files: what it writes, and its messages for wrong files.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/plan.h"
#include "ch21_molecular_dynamics/ljmd/run_plan.h"
#include "ch21_molecular_dynamics/model/output_file.h"
#include "ch21_molecular_dynamics/model/xyz.h"
#include "common/lesson.h"
#include "common/testing.h"
#include "common/values.h"
#include "tests/ch21_molecular_dynamics/ljmd_atoms.h"

namespace ljmd {

inline std::string written(const std::string& name, const std::string& text) {
  const std::string path = temporary_file(name);
  std::ofstream(path) << text;
  return path;
}

inline std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The message of read_plan for a file with this text, without the file's path.
inline std::string complaint(const std::string& text) {
  const std::string path = written("wrong.in", text);
  try {
    read_plan(path);
  } catch (const UsageError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.rfind(path, 0), 0u) << what;
    return what.substr(path.size());
  }
  return "accepted";
}

inline const std::string atoms_of_plan = "lattice 5 5 5 5.385\nvelocity 60 1\n";

TEST(MdPlan, EveryMistakeHasItsLine) {
  const std::pair<std::string, std::string> wrong[] = {
      {"lattice 5 5 5\n", ":1: spacing is missing"},
      {"# a comment\n\nlatice 5 5 5 5.385\n", ":3: unknown keyword 'latice'"},
      {"lattice 5 5 5 5.385 7\n", ":1: '7' is one value too many"},
      {"lattice 5 5 x 5.385\n", ":1: 'x' is not a number (cells along z)"},
      {"lattice 5 5 2.5 5.385\n", ":1: cells along z must be a whole number"},
      {"lattice 5 5 0 5.385\n", ":1: cells along z must be from 1 to 1000, not 0"},
      {"time_step nan\n", ":1: time step must be from 1e-06 to 1000, not nan"},
      {"potential 0.01 3.4 10 cut\n", ":1: 'cut' is neither shifted nor truncated"},
      {"thermostat cold\n", ":1: 'cold' is not one of none, scale, langevin, nose_hoover"},
      {"rung fastest\n", ":1: there is no rung 'fastest'"},
      {"gpus 0\n", ":1: '0' is not one of all, fastest or a number from 1 on"},
      {"gpus 2x\n", ":1: '2x' is not one of all, fastest or a number from 1 on"},
      {"run 10\n", ":1: there are no atoms yet: lattice or read comes first"},
      {"velocity 60 1\n", ":1: there are no atoms yet: lattice or read comes first"},
      {"thermo 10\n", ":1: file is missing"},
      {atoms_of_plan, ": no run"},
      {atoms_of_plan + "run 1\nmass 39\n", ":4: this must come before the first run"},
      {atoms_of_plan + "list 9 rebuilt\nrun 1\n", ":4: the list radius of 9 A is smaller than the cutoff of 10 A"},
      {"lattice 4 5 5 5.385\nrun 1\n", ":2: the box is 21.54 A wide: it must be at least twice the list radius, 22 A"},
      {"lattice 8 8 8 2\nlist 7 fixed\npotential 0.01 3.4 6 shifted\nrun 1\n",
       ":4: atoms 1 and 2 overlap: they are less than 1.7 A apart"},
  };
  for (const auto& [text, expected] : wrong) EXPECT_EQ(complaint(text), expected) << text;
  EXPECT_THROW(read_plan(temporary_file("missing.in")), UsageError);
}

TEST(MdPlan, SaysWhatEachRunDoes) {
  const Plan plan = read_plan(
      written("right.in", atoms_of_plan + "run 5\nthermostat scale 80 10 # K, steps\nlist 12 fixed\n"
                                          "gpus 3\nrung serial\ntime_step 2.5\nrun 7\nthermostat langevin 70 100 3\n"
                                          "thermo 2 a.out\ngpus fastest\nrun 8\ngpus all\nthermostat nose_hoover 50 "
                                          "100\nrun 9\nthermostat none\nrun 1\n"));
  ASSERT_EQ(plan.runs.size(), 5u);
  EXPECT_EQ(plan.runs[4].hoover_damping, 0);
  EXPECT_EQ(plan.runs[2].hoover_damping, 0);
  EXPECT_EQ(plan.runs[3].hoover_to, 50);
  EXPECT_EQ(plan.runs[3].hoover_damping, 100 / natural_time);
  EXPECT_EQ(plan.runs[3].settings.thermostat.damping, 0);
  EXPECT_EQ(plan.start.atoms(), 500u);
  EXPECT_EQ(plan.runs[0].steps, 5);
  EXPECT_EQ(plan.runs[0].rung, "all_on_gpu_fast");
  EXPECT_EQ(plan.runs[0].scale_every, 0);
  EXPECT_TRUE(plan.runs[0].settings.rebuild);
  EXPECT_EQ(plan.runs[1].scale_every, 10);
  EXPECT_EQ(plan.runs[1].scale_to, 80);
  EXPECT_FALSE(plan.runs[1].settings.rebuild);
  EXPECT_EQ(plan.runs[1].rung, "serial");
  EXPECT_EQ(plan.runs[1].settings.time_step, 2.5 / natural_time);
  EXPECT_EQ(plan.runs[2].scale_every, 0);
  EXPECT_EQ(plan.runs[2].settings.thermostat.temperature, 70);
  EXPECT_EQ(plan.runs[2].settings.list_radius, 12);
  EXPECT_EQ(plan.runs[2].thermo.every, 2);
  EXPECT_EQ(plan.runs[1].settings.most_gpus, 3);
  EXPECT_FALSE(plan.runs[1].fastest);
  EXPECT_EQ(plan.runs[2].settings.most_gpus, 0);
  EXPECT_TRUE(plan.runs[2].fastest);
  EXPECT_FALSE(plan.runs[3].fastest);
}

TEST(MdFiles, AFrameGivesBackItsAtoms) {
  const State state = rattled(test_seed(), 60);
  const std::string frame = xyz_frame(state, 12.5, 17);
  EXPECT_NE(frame.find("Time=12.5 pbc=\"T T T\""), std::string::npos);
  const State again = read_xyz(written("frame.xyz", frame + frame));
  ASSERT_EQ(again.atoms(), state.atoms());
  EXPECT_EQ(again.box.y, state.box.y);
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    ASSERT_EQ(again.position[i].x, state.position[i].x);
    ASSERT_EQ(again.position[i].z, state.position[i].z);
    ASSERT_LE(relative_error(again.velocity[i].y, state.velocity[i].y), 1e-15);
  }
}

TEST(MdFiles, MalformedAtomsHaveTheirLine) {
  const std::string frame = xyz_frame(rattled(test_seed(), 60), 0, 9);
  const auto complains = [](const std::string& text, const std::string& expected) {
    const std::string path = written("wrong.xyz", text);
    try {
      read_xyz(path);
      ADD_FAILURE() << "accepted: " << expected;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(), path + expected);
    }
  };
  complains("", ":1: expected the number of atoms");
  complains("-3\n", ":1: expected the number of atoms");
  complains("840\nLattice=\"1 0 0\"\n", ":2: no Properties=species:S:1:pos:R:3:velo:R:3");
  std::string slanted = frame;
  complains(slanted.replace(slanted.find(" 0 0 0 "), 7, " 1 0 0 "), ":2: the box's sides must be parallel to the axes");
  complains(frame.substr(0, frame.rfind("Ar")), ":842: the file ends after 839 of 840 atoms");
  std::string cut = frame;
  complains(cut.replace(cut.find("Ar "), 3, "Ar x "), ":3: expected a species, a position and a velocity");
}

TEST(MdFiles, RunsWriteWhatTheySay) {
  if (sanitized()) GTEST_SKIP() << "too long under a sanitizer";
  const std::string thermo = temporary_file("thermo.csv"), movie = temporary_file("movie.xyz"),
                    last = temporary_file("last.xyz");
  const std::string plan = written("run.in", atoms_of_plan + "thermo 2 " + thermo + "\ndump 4 " + movie + "\nrestart " +
                                                 last + "\nrun 5\nthermostat scale 40 1\nrun 4\n");
  const Ended ended = run_program({PROGRAM, "--input", plan, "--precision", "double"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.status, 0) << ended.err;
  std::istringstream lines(text_of(thermo));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "step,time_fs,temperature_K,kinetic_eV,potential_eV,total_eV,pressure_bar");
  for (const auto& [step, time] : {std::pair{0, 0}, {2, 10}, {4, 20}, {5, 25}, {7, 35}, {9, 45}}) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(line.rfind(std::to_string(step) + "," + std::to_string(time) + ",", 0), 0u) << line;
  }
  EXPECT_FALSE(std::getline(lines, line));
  EXPECT_EQ(count_lines(text_of(movie)), 4 * 502);  // at steps 0 and 4 of each run
  EXPECT_FALSE(std::filesystem::exists(last + ".new"));

  // The last state is the same as after these steps without a file in between.
  const State state = read_xyz(last);
  const auto engine = all_on_gpu_fast<double>(read_plan(plan).start, {});
  engine->advance(5);
  for (int s = 0; s < 4; ++s) {
    engine->advance(1);
    engine->scale_velocities(scaling_factor(40, engine->sample().temperature(500)));
  }
  const State expected = engine->state();
  for (std::size_t i = 0; i < 500; ++i) ASSERT_TRUE(within(state.velocity[i].x, expected.velocity[i].x, 1e-10)) << i;
}

TEST(MdFiles, WhatCannotBeWrittenIsOneLineAndNothingIsHalfWritten) {
  const std::string old = written("old.xyz", "as it was\n");
  const auto fails = [](const std::string& output, const std::string& reason) {
    const Ended ended = run_program({PROGRAM, "--input", written("full.in", atoms_of_plan + output + "\nrun 2\n")});
    EXPECT_EQ(ended.status, 3);
    EXPECT_NE(ended.err.find(reason), std::string::npos) << ended.err;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  };
  fails("thermo 1 /no/such/folder/thermo.out", "/no/such/folder/thermo.out: cannot be written: No such file");
  fails("restart /no/such/folder/last.xyz", "/no/such/folder/last.xyz");
  if (std::filesystem::exists("/dev/full")) {
    fails("thermo 1 /dev/full", "/dev/full: cannot be written: No space left on device");
    fails("dump 1 /dev/full", "/dev/full: cannot be written: No space left on device");
    EXPECT_THROW(OutputFile("/dev/full").append("a record"), std::runtime_error);
  }
  EXPECT_THROW(replace_file(old + "/below", "text"), std::runtime_error);
  EXPECT_EQ(text_of(old), "as it was\n");
}

// While it exists, no file of this process and of the programs that it starts can grow beyond this many bytes.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

// Room for a frame of 45 KB, but not for a restart file, which has all digits.
TEST(MdFiles, ADiskThatFillsUpLaterLeavesWholeRecords) {
  if (const std::string reason = lacking(brick_needs<float>); !reason.empty()) GTEST_SKIP() << reason;
  const std::string movie = temporary_file("cut.xyz"), last = written("kept.xyz", "as it was\n");
  const std::string dump = written("dump.in", atoms_of_plan + "dump 1 " + movie + "\nrun 6\n");
  const std::string restart = written("restart.in", atoms_of_plan + "restart " + last + "\nrun 1\n");
  const FileSizeLimit limit(60'000);
  const auto reason = [](const std::string& plan) -> std::string {
    try {
      run_plan(read_plan(plan), true);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "nothing was wrong";
  };
  EXPECT_EQ(reason(dump), movie + ": cannot be written: File too large");
  EXPECT_EQ(count_lines(text_of(movie)), 502);
  EXPECT_EQ(reason(restart), last + ".new: cannot be written: File too large");
  EXPECT_EQ(text_of(last), "as it was\n");
  EXPECT_FALSE(std::filesystem::exists(last + ".new"));

  const Ended ended = run_program({PROGRAM, "--input", dump});
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  EXPECT_EQ(count_lines(text_of(movie)), 502);
}

}  // namespace ljmd
