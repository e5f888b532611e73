// Atoms in the host's memory, and the list of those that are near each other.
#pragma once

#include <cmath>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/pair.h"
#include "ch21_molecular_dynamics/ljmd/system.h"

namespace ljmd {

template <typename Real>
struct HostAtoms {
  explicit HostAtoms(const State& state);
  std::size_t size() const { return x.size(); }
  State to_state(const Vec& box, double mass) const;  // positions in the box

  std::vector<Real> x, y, z, vx, vy, vz, fx, fy, fz;
};

// The neighbours of atom i are atom[start[i]] to atom[start[i + 1] - 1].
struct HostList {
  std::vector<int> start, atom;
};

enum class Pairs {
  once,   // j is in i's list or i in j's
  twice,  // both
};

// Moves all atoms to their image in the box, then finds the pairs nearer than radius. Time proportional to the number
// of atoms: they are sorted into cells no narrower than radius, and each looks into its own and the 26 around.
template <typename Real>
HostList pairs_within(HostAtoms<Real>& atoms, const Box<Real>& box, double radius, Pairs pairs);

}  // namespace ljmd
