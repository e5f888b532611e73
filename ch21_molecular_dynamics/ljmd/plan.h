// The input file says what to simulate. Each line has a keyword and its values; '#' begins a comment.
//
//   lattice 10 10 10 5.385       cells along x, y, z (4 atoms each), spacing in Å; or: read FILE, an extended XYZ file
//   mass 40                      atomic mass units
//   velocity 60 1                K, seed; without it, atoms of a lattice are at rest and those of a file keep theirs
//   potential 0.01032 3.405 10 shifted      epsilon in eV, sigma and cutoff in Å; shifted or truncated
//   list 11 rebuilt              its radius in Å; rebuilt or fixed
//   time_step 5                  fs
//   thermostat none              or: scale T EVERY (K, steps); langevin T DAMPING SEED (K, fs);
//                                nose_hoover T DAMPING (K, fs), whose chain begins at rest in each run
//   rung all_on_gpu_fast
//   gpus all                     of multi_gpu: all, a number, or fastest: tried for some steps first
//   thermo 100 thermo.out        a line every 100 steps; with commas if the name ends in .csv; 0: none
//   dump 1000 movie.xyz          all atoms every 1000 steps, as extended XYZ; 0: none
//   restart last.xyz             written at the end of each run
//   run 1000                     steps, with all settings so far; there may be several runs
//
// The values above are the defaults, but by default there is no thermo, dump or restart.
#pragma once

#include <string>
#include <vector>

#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

struct Output {
  int every = 0;  // steps; 0: none
  std::string path;
};

struct Run {
  int steps = 0;
  Settings settings;
  double scale_to = 0;                       // K
  int scale_every = 0;                       // steps; 0: velocities are not scaled
  double hoover_to = 0, hoover_damping = 0;  // K, natural units of time; 0: no Nosé-Hoover chain
  Output thermo, dump;
  std::string restart;
  std::string rung = "all_on_gpu_fast";
  bool fastest = false;  // multi_gpu takes as many GPUs as are the fastest
  std::string where;     // of the line, for messages: "run.in:12: "
};

struct Plan {
  State start;
  std::vector<Run> runs;
};

// Throws UsageError with the file, the line and what is wrong there. All runs have been validated.
Plan read_plan(const std::string& path);

}  // namespace ljmd
