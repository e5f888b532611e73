// Measures what two choices in rung 3's force kernel gain: the table of --experiments.
#pragma once

#include <vector>

#include "ch21_molecular_dynamics/model/system.h"
#include "common/lesson.h"

namespace ljmd {

// A force kernel that differs from rung 3's in one thing.
struct Variant {
  const char* name;
  const char* change;
};

// inlined is rung 3's own kernel: the minimum image inlined, parameters as arguments of the kernel.
inline constexpr Variant variants[] = {
    {"inlined", "-"},
    {"called", "the nearest image is a function that is called"},
    {"in_constant", "parameters in __constant__ memory"},
    {"in_global", "parameters in global memory"},
};

// The forces that this variant computes in single precision, eV/Å. ms: if given, gets the kernel's median time.
std::vector<Vec> forces_of_variant(std::size_t variant, const State& state, const Settings& settings,
                                   double* ms = nullptr, int repeats = 1);

// Prints a table of the variants for a crystal of cells^3 cells. Returns the largest difference of a component of a
// force from rung 3's, eV/Å.
double print_experiments(int cells, int repeats, unsigned seed, const TableFiles& files);

}  // namespace ljmd
