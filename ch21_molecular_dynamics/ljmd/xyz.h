// Extended XYZ, which OVITO and ASE read: a line with the number of atoms, a line with the box and the names of the
// columns, a line for each atom. One frame with all digits is also the restart file.
#pragma once

#include <string>

#include "ch21_molecular_dynamics/ljmd/system.h"

namespace ljmd {

// A frame; velocities in Å/fs. digits: 17 give back the same numbers.
std::string xyz_frame(const State& state, double time_fs, int digits);

// The first frame of a file: a box with sides along the axes, and the columns that xyz_frame writes. Throws UsageError
// with the file and the line.
State read_xyz(const std::string& path);

}  // namespace ljmd
