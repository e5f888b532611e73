// Extended XYZ, which OVITO and ASE read: a line with the number of atoms, a line with the box and the names of the
// columns, a line for each atom. A frame with all digits also serves as the restart file.
#pragma once

#include <string>

#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

// A frame; velocities in Å/fs. digits: with 17, reading gives back the same numbers.
std::string xyz_frame(const State& state, double time_fs, int digits);

// The first frame of a file: a box whose sides are parallel to the axes, and the columns that xyz_frame writes. Throws
// UsageError with the file and the line.
State read_xyz(const std::string& path);

}  // namespace ljmd
