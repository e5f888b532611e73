// Atoms in host memory, and the list of pairs that are near each other.
#pragma once

#include <cmath>
#include <vector>

#include "ch21_molecular_dynamics/model/pair.h"
#include "ch21_molecular_dynamics/model/system.h"

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

// Moves all atoms to their images in the box, then finds the pairs closer than radius. Takes time proportional to the
// number of atoms: they are sorted into cells at least as wide as radius, and each atom searches its own cell and the
// 26 around it.
template <typename Real>
HostList pairs_within(HostAtoms<Real>& atoms, const Box<Real>& box, double radius, Pairs pairs);

}  // namespace ljmd
