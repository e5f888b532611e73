// The neighbour list on the host, by cells.
#include "ch21_molecular_dynamics/model/host_list.h"

#include <algorithm>

namespace ljmd {

namespace {

// Cells along one side of the box. With fewer than three, a cell would have the same neighbour on both sides; one cell
// then covers all of it.
int cells_along(double side, double radius, std::size_t atoms) {
  const int most = std::max(1, static_cast<int>(std::cbrt(static_cast<double>(atoms))));
  const int cells = std::min(most, static_cast<int>(side / (radius * 1.000001)));
  return cells < 3 ? 1 : cells;
}

template <typename Real>
int cell_along(Real x, Real side, int cells) {
  return std::clamp(static_cast<int>(x / side * static_cast<Real>(cells)), 0, cells - 1);
}

struct Cells {
  int nx, ny, nz;
  std::vector<int> start, atom;

  template <typename Real>
  Cells(const HostAtoms<Real>& atoms, const Box<Real>& box, double radius)
      : nx(cells_along(box.x, radius, atoms.size())),
        ny(cells_along(box.y, radius, atoms.size())),
        nz(cells_along(box.z, radius, atoms.size())),
        start(static_cast<std::size_t>(nx) * ny * nz + 1),
        atom(atoms.size()) {
    std::vector<int> cell(atoms.size());
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      cell[i] = index(cell_along(atoms.x[i], box.x, nx), cell_along(atoms.y[i], box.y, ny),
                      cell_along(atoms.z[i], box.z, nz));
      ++start[cell[i] + 1];
    }
    for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
    std::vector<int> next(start.begin(), start.end() - 1);
    for (std::size_t i = 0; i < atoms.size(); ++i) atom[next[cell[i]]++] = static_cast<int>(i);
  }

  int index(int x, int y, int z) const { return (x * ny + y) * nz + z; }

  // Calls visit for every atom of the cell at x, y, z and of the cells around it. Where a side has one cell, there are
  // no others.
  template <typename Visit>
  void around(int x, int y, int z, const Visit& visit) const {
    const int rx = nx > 1, ry = ny > 1, rz = nz > 1;
    for (int dx = -rx; dx <= rx; ++dx)
      for (int dy = -ry; dy <= ry; ++dy)
        for (int dz = -rz; dz <= rz; ++dz) {
          const int c = index((x + dx + nx) % nx, (y + dy + ny) % ny, (z + dz + nz) % nz);
          for (int k = start[c]; k < start[c + 1]; ++k) visit(atom[k]);
        }
  }
};

}  // namespace

template <typename Real>
HostAtoms<Real>::HostAtoms(const State& state) {
  const std::size_t n = state.atoms();
  for (auto* v : {&x, &y, &z, &vx, &vy, &vz, &fx, &fy, &fz}) v->resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = static_cast<Real>(state.position[i].x);
    y[i] = static_cast<Real>(state.position[i].y);
    z[i] = static_cast<Real>(state.position[i].z);
    vx[i] = static_cast<Real>(state.velocity[i].x);
    vy[i] = static_cast<Real>(state.velocity[i].y);
    vz[i] = static_cast<Real>(state.velocity[i].z);
  }
}

template <typename Real>
State HostAtoms<Real>::to_state(const Vec& box, double mass) const {
  State state;
  state.box = box;
  state.mass = mass;
  for (std::size_t i = 0; i < size(); ++i) {
    state.position.push_back(
        {wrapped<double>(x[i], box.x), wrapped<double>(y[i], box.y), wrapped<double>(z[i], box.z)});
    state.velocity.push_back({vx[i], vy[i], vz[i]});
  }
  return state;
}

template <typename Real>
HostList pairs_within(HostAtoms<Real>& atoms, const Box<Real>& box, double radius, Pairs pairs) {
  const int n = static_cast<int>(atoms.size());
  for (int i = 0; i < n; ++i) {
    atoms.x[i] = wrapped(atoms.x[i], box.x);
    atoms.y[i] = wrapped(atoms.y[i], box.y);
    atoms.z[i] = wrapped(atoms.z[i], box.z);
  }
  const Cells cells(atoms, box, radius);
  const Real radius2 = static_cast<Real>(radius * radius);
  HostList list;
  list.start.assign(1, 0);
  list.start.reserve(n + std::size_t{1});
  for (int i = 0; i < n; ++i) {
    cells.around(cell_along(atoms.x[i], box.x, cells.nx), cell_along(atoms.y[i], box.y, cells.ny),
                 cell_along(atoms.z[i], box.z, cells.nz), [&](int j) {
                   if (j == i || (pairs == Pairs::once && j < i)) return;
                   Real dx = atoms.x[j] - atoms.x[i], dy = atoms.y[j] - atoms.y[i], dz = atoms.z[j] - atoms.z[i];
                   nearest_image(box, dx, dy, dz);
                   if (dx * dx + dy * dy + dz * dz < radius2) list.atom.push_back(j);
                 });
    list.start.push_back(static_cast<int>(list.atom.size()));
  }
  return list;
}

template struct HostAtoms<float>;
template struct HostAtoms<double>;
template HostList pairs_within(HostAtoms<float>&, const Box<float>&, double, Pairs);
template HostList pairs_within(HostAtoms<double>&, const Box<double>&, double, Pairs);

}  // namespace ljmd
