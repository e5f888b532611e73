// How many columns, bricks and places a box of atoms needs.
#include "ch21_molecular_dynamics/ljmd/bricks.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "common/format.h"
#include "common/lesson.h"

namespace ljmd {

namespace {

constexpr double pi = 3.14159265358979;

int parts(double side, double length) {
  return std::max(1, static_cast<int>(std::lround(side / length)));
}

}  // namespace

// Bricks are about as wide as they are high: of all shapes with 256 atoms such a one has the smallest halo. Room is
// left for places that are denser than the average, where a brick's halo and its lists hold more.
BrickSizes::BrickSizes(const State& state, double r) : atoms(static_cast<int>(state.atoms())) {
  if (state.atoms() > index_mask) throw UsageError("more than 67 million atoms");
  const double density = static_cast<double>(atoms) / state.volume(), edge = std::cbrt(brick_size / density);
  columns_x = parts(state.box.x, edge);
  columns_y = parts(state.box.y, edge);
  slices = parts(state.box.z, edge / slices_of_brick);
  columns = columns_x * columns_y;
  cells = columns * slices;
  bricks = atoms / brick_size + columns;

  const double x = state.box.x / columns_x, y = state.box.y / columns_y;
  const double z = std::min(state.box.z, brick_size / (density * x * y)), sphere = 4 * pi / 3 * r * r * r;
  const double around = x * y * z + 2 * r * (x * y + y * z + z * x) + pi * r * r * (x + y + z) + sphere;
  halo = static_cast<int>(1.15 * density * around) + 64 + spare_places;
  if (halo > most_places)
    throw UsageError(
        format("a brick's halo has up to %d places, more than %d: choose a shorter list radius", halo, most_places));
  rows = static_cast<int>(1.5 * density * sphere + 32) / entries_per_row + 1;
}

template <typename Real>
Bricks<Real>::Bricks(const State& state, double list_radius)
    : sizes(state, list_radius),
      side_x(static_cast<Real>(state.box.x)),
      side_y(static_cast<Real>(state.box.y)),
      side_z(static_cast<Real>(state.box.z)),
      per_x(static_cast<Real>(sizes.columns_x / state.box.x)),
      per_y(static_cast<Real>(sizes.columns_y / state.box.y)),
      per_z(static_cast<Real>(sizes.slices / state.box.z)),
      radius(static_cast<Real>(list_radius)),
      shared_places(sizes.halo) {}

template <typename Real>
std::size_t Bricks<Real>::lay_out(char* memory) {
  constexpr std::size_t alignment = 256;
  std::size_t used = 0;
  const auto take = [&](auto*& part, std::size_t size) {
    part = reinterpret_cast<std::remove_reference_t<decltype(part)>>(memory + used);
    used += (size * sizeof *part + alignment - 1) / alignment * alignment;
  };
  const std::size_t n = sizes.atoms, bricks = sizes.bricks, cells = sizes.cells;
  for (auto** array : {&position[0], &position[1], &velocity, &reference, &force, &sorted_velocity}) take(*array, n);
  take(virial, n);
  for (int** array : {&id, &sorted_id, &cell, &rank, &order}) take(*array, n);
  take(count, cells);
  take(start, cells + 1);
  take(brick, bricks);
  take(halo_size, bricks);
  take(halo, bricks * sizes.halo);
  take(list, bricks * sizes.rows * entries_per_row * brick_size);
  take(length, bricks * brick_size);
  take(words, 1);
  return used;
}

template struct Bricks<float>;
template struct Bricks<double>;

}  // namespace ljmd
