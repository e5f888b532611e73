// How many columns, bricks and places a box of atoms needs.
#include "ch21_molecular_dynamics/bricks/bricks.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "common/check.h"
#include "common/lesson.h"

namespace ljmd {

namespace {

constexpr double pi = 3.14159265358979;
constexpr double reach_margin = 1.001;  // more than any rounding error

int parts(double side, double length) {
  return std::max(1, static_cast<int>(std::lround(side / length)));
}

// Room for the atoms of a part of the box in which this many of all are expected; a part may be denser than average.
double room_for(double expected, double all) {
  return std::floor(std::min(all, 1.25 * expected + 1024));
}

// 1, or twice as many for as long as the threads so far make no more than a brick per multiprocessor: with more bricks,
// sharing an atom costs more than it gains (the chapter's page).
int per_atom_for(double atoms) {
  int count = 1;
  while (count < most_per_atom && count * atoms <= double{brick_size} * multiprocessors()) count *= 2;
  return count;
}

double density_of(const State& state) {
  return static_cast<double>(state.atoms()) / state.volume();
}

// Of a column and of a brick.
double edge_of(const State& state) {
  return std::cbrt(brick_size / density_of(state));
}

// Along x. The number of slabs has no influence, unless there are more of them than columns: so several GPUs have the
// bricks, the lists and the order of every sum of one.
int columns_for(const State& state, int slabs) {
  return std::max(parts(state.box.x, edge_of(state)), slabs);
}

}  // namespace

int slabs_for(const State& state, double list_radius, int devices) {
  int slabs = std::clamp(devices, 1, most_slabs);
  const auto narrowest = [&] {
    const int columns = columns_for(state, slabs);
    return state.box.x / columns * (columns / slabs);
  };
  while (slabs > 1 && narrowest() < list_radius * reach_margin) --slabs;
  return slabs;
}

bool slabs_add_alike(const State& state, double list_radius, int slabs) {
  const BrickSizes one(state, list_radius, {}), of_many(state, list_radius, {0, slabs});
  return one.columns_x == of_many.columns_x && one.per_atom == of_many.per_atom;
}

// Bricks are about as wide as they are high: of all shapes with 256 atoms this one has the smallest halo. There is
// spare room for regions denser than average, where a brick's halo and its lists are larger.
BrickSizes::BrickSizes(const State& state, double r, const Slab& slab, int threads_per_atom) {
  const double density = density_of(state), edge = edge_of(state);
  columns_x = columns_for(state, slab.of);
  first_x = slab.first(columns_x);
  slab_x = slab.width(columns_x);
  left_x = slab.beside(-1).width(columns_x);
  right_x = slab.beside(1).width(columns_x);
  columns_y = parts(state.box.y, edge);
  slices = parts(state.box.z, edge / slices_of_brick);
  columns = slab_x * columns_y;
  cells = columns * slices;
  const double whole = static_cast<double>(state.atoms());
  if (slab.of > 1) ghost_x = static_cast<int>(std::ceil(r * reach_margin * columns_x / state.box.x));
  cells_of_side = ghost_x * columns_y * slices;
  const int widest = (columns_x + slab.of - 1) / slab.of;  // all slabs have the same room: neighbours rely on it
  const double room = room_for(whole * widest / columns_x, whole),
               room_of_side = room_for(room * ghost_x / widest, room);
  if (room + 2 * room_of_side > index_mask) throw UsageError("more than 67 million atoms on a GPU");
  atoms = static_cast<int>(room);
  ghosts = slab.of > 1 ? static_cast<int>(room_of_side) : 0;
  bricks = atoms / brick_size + columns;

  const double x = state.box.x / columns_x, y = state.box.y / columns_y;
  const double z = std::min(state.box.z, brick_size / (density * x * y)), sphere = 4 * pi / 3 * r * r * r;
  const double around = x * y * z + 2 * r * (x * y + y * z + z * x) + pi * r * r * (x + y + z) + sphere;
  halo = static_cast<int>(1.15 * density * around) + 64 + spare_places;
  if (halo > most_places)
    throw UsageError(
        format("a brick's halo has up to %d places, more than %d: choose a shorter list radius", halo, most_places));
  per_atom = threads_per_atom > 0 ? threads_per_atom : per_atom_for(whole / slab.of);
  rows = static_cast<int>(1.5 * density * sphere / per_atom + 32) / entries_per_row + 1;
}

template <typename Real>
Bricks<Real>::Bricks(const State& state, double list_radius, const Slab& slab, int per_atom)
    : sizes(state, list_radius, slab, per_atom),
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
  for (auto** array : {&position[0], &position[1]}) take(*array, n + 2 * std::size_t(sizes.ghosts));
  for (auto** array : {&velocity, &reference, &force, &sorted_velocity}) take(*array, n);
  take(virial, n);
  for (int** array : {&id, &sorted_id, &cell, &rank, &order}) take(*array, n);
  take(count, cells);
  take(start, cells + 2 * std::size_t(sizes.cells_of_side) + 3);
  start += sizes.cells_of_side + 1;
  take(brick, bricks);
  take(halo_size, bricks);
  take(halo, bricks * sizes.halo);
  take(list, bricks * sizes.rows * entries_per_row * sizes.threads());
  take(length, bricks * sizes.threads());
  take(words, 1);
  return used;
}

template <typename Real>
Neighbor<Real> Bricks<Real>::seen_from(bool right) const {
  return {{position[0], position[1]},
          velocity,
          id,
          words,
          sizes.atoms,
          sizes.atoms + (right ? sizes.ghosts : 0),
          starts(right ? sizes.slab_x : -sizes.ghost_x, 0)};
}

template struct Bricks<float>;
template struct Bricks<double>;

}  // namespace ljmd
