// The picture of a crystal that melts.
#pragma once

#include <string>

#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

// How much of the crystal's order is left: the absolute mean of exp(i k r) over the atoms, for the wave (1, 1, 1) of a
// lattice with this spacing. 1 in a perfect fcc crystal, about 1 / sqrt(atoms) in a liquid.
double lattice_order(const State& state, double spacing);

// Heats an argon crystal of cells^3 cells with a Langevin thermostat at 300 K. Draws one layer of it at the start and
// after a third, two thirds and all of the steps, side by side in a PGM file, and prints the temperature and order of
// each. Throws CudaError, SimulationError, std::runtime_error if the file cannot be written, Unsupported.
void draw_melting(const std::string& path, int cells, int steps, unsigned seed);

}  // namespace ljmd
