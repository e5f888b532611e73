// The picture of a crystal that melts.
#pragma once

#include <string>

#include "ch21_molecular_dynamics/ljmd/system.h"

namespace ljmd {

// How much of the crystal's order is left: the sum over the atoms of exp(i k r), over their number, for the wave (1, 1,
// 1) of a lattice of such a spacing. 1 in a perfect fcc crystal, about 1 / sqrt(atoms) in a liquid.
double lattice_order(const State& state, double spacing);

// Heats a crystal of argon of cells^3 cells by a Langevin thermostat of 300 K and draws one layer of it at the start,
// and after a third, two thirds and all of the steps, side by side into a PGM file. Prints temperature and order of
// each. Throws CudaError, SimulationError, std::runtime_error if the file cannot be written, Unsupported.
void draw_melting(const std::string& path, int cells, int steps, unsigned seed);

}  // namespace ljmd
