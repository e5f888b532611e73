// The speed of several GPUs: what --gpus prints.
#pragma once

#include <string>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/speed.h"
#include "common/lesson.h"

namespace ljmd {

// The boxes that are timed, of cells^3 cells, and for how many steps.
struct ScalingSize {
  int cells, warm_up, steps;
};
// small: as small as may be for so many slabs.
std::vector<ScalingSize> scaling_sizes(bool small, int slabs);

// The table: a line per measurement. The speed and the energy of several GPUs are compared with those of one.
class ScalingTable {
 public:
  // The next box, or the same one with other settings: all_on_gpu_fast on one GPU, which has taken this many steps.
  void alone(const State& state, const Settings& settings, int steps, const Speed& speed, Engine& engine);
  // The same steps on several.
  void several(const std::string& rung, int gpus, const Speed& speed, double energy);
  // Returns whether all energies are as near to that of one GPU as they must be: they are equal, bit by bit, if all
  // sums have the same order; else rounding.h has the bound.
  bool print(const TableFiles& files);

 private:
  void line(const std::string& rung, int gpus, const Speed& speed, double energy, const std::string& allowed);
  void end_of_box();

  std::vector<std::vector<std::string>> lines_;
  std::string fewer_;  // where fewer GPUs than all are the fastest
  bool right_ = true;

  const State* state_ = nullptr;  // the caller's, until the next box
  Settings settings_;
  std::size_t atoms_ = 0;
  double ms_alone_ = 0, energy_alone_ = 0, rounding_ = 0;
  double best_ms_ = 0;
  int best_gpus_ = 0, most_gpus_ = 0;
};

// Prints a table of atom-steps/s for all_on_gpu_fast on one GPU and multi_gpu on 2, 4 … and all: solid argon of 256000
// to 16 million atoms, the list fixed and rebuilt. Returns what ScalingTable::print() does.
bool print_scaling(unsigned seed, bool small, const TableFiles& files);

// How many GPUs are the fastest for this box: it takes some steps on 1, 2, 4 … and all, and prints what they took. 1:
// on all_on_gpu_fast. On emulated devices, whose times mean nothing, all of them.
template <typename Real>
int fastest_gpus(const State& state, const Settings& settings);

}  // namespace ljmd
