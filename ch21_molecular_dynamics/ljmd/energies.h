// Curves of the energies as functions of time, and how far the total energy strays.
#pragma once

#include <string>

namespace ljmd {

// Solid argon in double precision, with the shifted and with the truncated potential. Writes NAME.svg and NAME.csv
// (kinetic, potential and total energy per atom, shifted) and NAME_change.svg and NAME_change.csv (the total energy's
// relative change, both). Prints each fluctuation: the standard deviation of the total energy over its mean.
void plot_energies(const std::string& name, int cells, int steps, unsigned seed);

}  // namespace ljmd
