// Polycrystalline graphene.
//
// Each square of a coarse grid has the centre of one grain. Every point then has a centre within sqrt(2) sides of a
// square, so a grain reaches no further than that, and only centres two squares away can be nearer.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "ch10_atomics/neighbor_list/atoms.h"

namespace neighbor_list {

namespace {

constexpr double area_an_atom = 2.619;  // of the lattice: sqrt(27) / 4 bond lengths squared
constexpr double atoms_a_grain = 900;
constexpr double smallest_distance = 0.8 * bond_length;

struct Point {
  double x, y;
};

double squared_distance(Point a, Point b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

class Grains {
 public:
  // squares * squares grains in a square sheet of that many sides.
  Grains(int squares, double side, unsigned seed) : squares_(squares), side_(side), engine_(seed) {
    for (int row = 0; row < squares; ++row)
      for (int column = 0; column < squares; ++column)
        centres_.push_back({(column + unit()) * side, (row + unit()) * side});
  }

  // Appends the atoms of the grain in this square: a shifted and rotated lattice, cut to the grain's own region.
  void append_atoms(int column, int row, std::vector<Point>& atoms) {
    const double angle = unit() * std::numbers::pi / 3;  // the lattice has a period of 60 degrees
    const double c = std::cos(angle), s = std::sin(angle), shift_x = unit(), shift_y = unit();
    const Point centre = centre_of(column, row);
    const double spacing = bond_length * std::numbers::sqrt3;  // between lattice points; each has two atoms
    const int reach = static_cast<int>(std::numbers::sqrt2 * side_ / (spacing * std::numbers::sqrt3 / 2)) + 2;
    for (int j = -reach; j <= reach; ++j) {
      for (int i = -reach; i <= reach; ++i) {
        const double u = spacing * (i + shift_x + (j + shift_y) / 2);
        const double v = spacing * (j + shift_y) * std::numbers::sqrt3 / 2;
        for (const double above : {0.0, bond_length}) {
          const Point atom = {centre.x + c * u - s * (v + above), centre.y + s * u + c * (v + above)};
          if (in_sheet(atom) && nearest_is(column, row, atom)) atoms.push_back(atom);
        }
      }
    }
  }

  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

 private:
  Point centre_of(int column, int row) const { return centres_[static_cast<std::size_t>(row) * squares_ + column]; }
  bool in_sheet(Point p) const { return p.x >= 0 && p.y >= 0 && p.x < squares_ * side_ && p.y < squares_ * side_; }
  bool nearest_is(int column, int row, Point p) const {
    const double own = squared_distance(p, centre_of(column, row));
    if (own > 2 * side_ * side_) return false;
    const int of_x = static_cast<int>(p.x / side_), of_y = static_cast<int>(p.y / side_);
    for (int r = std::max(0, of_y - 2); r <= std::min(squares_ - 1, of_y + 2); ++r)
      for (int k = std::max(0, of_x - 2); k <= std::min(squares_ - 1, of_x + 2); ++k)
        if ((r != row || k != column) && squared_distance(p, centre_of(k, r)) < own) return false;
    return true;
  }

  int squares_;
  double side_;
  std::mt19937_64 engine_;
  std::vector<Point> centres_;
};

// Lattices overlap where two grains meet: drops atoms that are too close to one kept before.
std::vector<Point> without_overlaps(const std::vector<Point>& atoms, double side) {
  const auto cells = static_cast<std::size_t>(side / smallest_distance) + 3;
  std::vector<int> first(cells * cells, -1), next(atoms.size(), -1);
  std::vector<Point> kept;
  for (const Point atom : atoms) {
    const auto column = static_cast<std::size_t>(atom.x / smallest_distance) + 1;
    const auto row = static_cast<std::size_t>(atom.y / smallest_distance) + 1;
    bool free = true;
    for (std::size_t r = row - 1; r <= row + 1; ++r)
      for (std::size_t k = column - 1; k <= column + 1; ++k)
        for (int other = first[r * cells + k]; other >= 0 && free; other = next[other])
          free = squared_distance(atom, kept[other]) >= smallest_distance * smallest_distance;
    if (!free) continue;
    int& head = first[row * cells + column];
    next[kept.size()] = head;
    head = static_cast<int>(kept.size());
    kept.push_back(atom);
  }
  return kept;
}

}  // namespace

Atoms graphene(std::size_t n, unsigned seed) {
  if (n == 0) return {};
  std::vector<Point> atoms;
  // A little too large, as grain boundaries lose atoms; larger still if that was not enough.
  for (double area = 1.06 * static_cast<double>(n) * area_an_atom; atoms.size() < n; area *= 1.1) {
    const double sheet = std::sqrt(area) + 12;
    const int squares = std::max(1, static_cast<int>(std::lround(std::sqrt(static_cast<double>(n) / atoms_a_grain))));
    Grains grains(squares, sheet / squares, seed);
    atoms.clear();
    for (int row = 0; row < squares; ++row)
      for (int column = 0; column < squares; ++column) grains.append_atoms(column, row, atoms);
    atoms = without_overlaps(atoms, sheet);
  }

  // Cut the sheet at the height that leaves n atoms.
  std::vector<std::size_t> order(atoms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), order.end(),
                   [&](std::size_t a, std::size_t b) { return atoms[a].y < atoms[b].y; });
  order.resize(n);
  std::sort(order.begin(), order.end());
  Atoms cut;
  for (const std::size_t i : order) {
    cut.x.push_back(atoms[i].x);
    cut.y.push_back(atoms[i].y);
  }
  return cut;
}

}  // namespace neighbor_list
