// The speed of a rung: what --bench prints.
#pragma once

#include <string>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "common/lesson.h"

namespace ljmd {

struct Speed {
  double ms_per_step;
  double atom_steps;  // per second
  int rebuilds;
};

// Advances the engine by warm_up steps, then times this many by the host's clock; all devices are idle before and
// after.
Speed speed_of(Engine& engine, std::size_t atoms, int warm_up, int steps);

// Prints how long 200 steps take for several numbers of atoms, and how much of it is force, copies and integration.
void print_parts(unsigned seed, bool small, const TableFiles& files);

// Prints a table of atom-steps/s for several numbers of atoms, in under a minute on a GPU. Unless
// plot_name is empty, draws the same as curves: plot_name.svg, and plot_name.csv with the numbers.
void print_speeds(unsigned seed, bool small, const TableFiles& files, const std::string& plot_name);

}  // namespace ljmd
