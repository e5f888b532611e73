// Atoms from a file of coordinates or from a sheet of polycrystalline graphene, and a picture of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace neighbor_list {

// Atoms in a plane; lengths in Angstrom.
struct Atoms {
  std::vector<double> x, y;
};

// The neighbours of each atom, in ascending order.
using Lists = std::vector<std::vector<int>>;

inline constexpr double bond_length = 1.42;  // of carbon atoms in graphene

// One line per atom: x and y, separated by blanks. Empty lines and lines that start with # are ignored. Throws
// UsageError, with the path and the line's number, for a file that cannot be read or holds no atoms, a line that is not
// two finite numbers, and a last line without its end, which may be cut off.
Atoms read_atoms(const std::string& path);

// n atoms of graphene in grains of about 900 atoms: the grains are the Voronoi cells of random points, and each has its
// own lattice, shifted and rotated at random. No two atoms are closer than 0.8 bond lengths. The same seed gives the
// same sheet.
Atoms graphene(std::size_t n, unsigned seed);

// Atoms as dots, and a line for every pair of neighbours; atoms with other than three neighbours, the grain boundaries,
// are red. Throws std::runtime_error if the file cannot be written.
void write_svg(const std::string& path, const Atoms& atoms, const Lists& lists);

}  // namespace neighbor_list
