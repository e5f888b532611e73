// The speed of several GPUs: what --gpus prints.
#pragma once

#include <string>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/speed.h"
#include "common/lesson.h"

namespace ljmd {

// The boxes that are timed, of cells^3 cells, and for how many steps.
struct ScalingSize {
  int cells, warm_up, steps;
};
std::vector<ScalingSize> scaling_sizes(bool small);

// The table: a line per measurement. The speed of several GPUs is compared with that of one, which must be added first.
class ScalingTable {
 public:
  // rung: all_on_gpu_fast, on one GPU, or a rung for several.
  void add(const std::string& rung, int gpus, bool rebuild, std::size_t atoms, const Speed& speed, double energy);
  // Returns the largest relative difference of an energy from that of one GPU.
  double print(const TableFiles& files) const;

 private:
  std::vector<std::vector<std::string>> lines_;
  double ms_alone_ = 0, energy_alone_ = 0, different_ = 0;
};

// Prints a table of atom-steps/s for all_on_gpu_fast on one GPU and multi_gpu on 2, 4 … and all: solid argon of 256000
// to 16 million atoms, the list fixed and rebuilt. Returns the largest relative difference of an energy from that of
// one GPU.
double print_scaling(unsigned seed, bool small, const TableFiles& files);

}  // namespace ljmd
