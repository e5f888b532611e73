// How all_on_gpu_fast lays out its atoms. The box is cut into columns along z. Atoms are sorted by column, and within a
// column by slices of z; then each column is cut into bricks of up to 256 atoms, with one thread block per brick. A
// brick's halo, all atoms with which its own can interact, fits into shared memory, where a 16-bit number names a
// place. If there are too few bricks to fill the device, several threads share an atom: each has a part of its list.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ch21_molecular_dynamics/bricks/brick_words.h"
#include "ch21_molecular_dynamics/model/system.h"

namespace ljmd {

constexpr int brick_size = 256;      // atoms at most
constexpr int most_per_atom = 4;     // threads; 1, 2 or 4
constexpr int slices_of_brick = 16;  // along z
constexpr int entries_per_row = 8;   // of the list: eight places of 16 bits are one 16-byte load

constexpr int most_places = 4096;  // of a halo
constexpr int spare_places = 8;    // after a halo in shared memory: without an atom, far from all

// An atom of a halo in 32 bits: its index, and for each axis the periodic image, -1 to 1.
constexpr int index_bits = 26;
constexpr unsigned index_mask = (1u << index_bits) - 1;

template <typename Real>
struct alignas(16) Vec4 {
  Real x, y, z, w;
};

constexpr int elsewhere = -1;  // the cell of an atom that has left the slab

// The coordinate of a place without an atom: farther from all atoms than any cutoff.
constexpr int far_away = 1'000'000'000;

// Of a slab: only border bricks have ghosts in their halos, and only their atoms are ghosts of a neighbour.
constexpr int left_border = 1, right_border = 2;

struct Brick {
  int first;
  std::int16_t atoms, border;  // border: 0, left_border, right_border, or both
};

// Which part of the box one GPU has: all of it, or one of several slabs of columns, side by side along x.
struct Slab {
  int number = 0, of = 1;

  // The first of `columns` columns of this slab; with the next number, the end of it.
  int first(int columns) const { return static_cast<int>(static_cast<long long>(columns) * number / of); }
  // So many slabs to the right, around the box.
  Slab beside(int distance) const { return {(number + distance + of) % of, of}; }
  int width(int columns) const { return Slab{number + 1, of}.first(columns) - first(columns); }
};

// Array sizes depend on each other, so they are all computed in one place, for the current device.
struct BrickSizes {
  // per_atom: 1, 2 or 4 threads; 0: chosen so that they fill the device.
  BrickSizes(const State& state, double list_radius, const Slab& slab, int per_atom = 0);

  int atoms;                          // of the slab, at most
  int columns_x, columns_y, slices;   // of the box
  int first_x, slab_x;                // the slab's first column along x, and its number of columns
  int left_x, right_x;                // the number of its neighbours' columns
  int ghost_x = 0;                    // of these, per side, a neighbour has copies; 0 if there is one slab
  int ghosts = 0;                     // atoms of such copies on one side, at most
  int columns, cells, cells_of_side;  // of the slab and of the ghosts on one side; a cell is a slice of a column
  int bricks;                         // at most
  int halo;                           // places of a brick's halo, at most
  int per_atom = 1;                   // threads that share an atom
  int rows;                           // of a brick's list, at most
  int threads() const { return brick_size * per_atom; }  // of a brick's block
};

// What kernels of this GPU store in a neighbour's memory; if the neighbour is another process, in an outbox, from which
// it is sent.
template <typename Real>
struct Neighbor {
  Vec4<Real>* position[2];
  Vec4<Real>* velocity;
  int* id;
  BrickWords* words;
  int room;         // for its own atoms and those handed over
  int first_ghost;  // where this slab's border begins in its positions
  int* ghost_start;
};

constexpr int most_slabs = 16;

// Pointers to device memory, and values that all kernels need.
template <typename Real>
struct Bricks {
  Bricks(const State& state, double list_radius, const Slab& slab = {}, int per_atom = 0);  // without memory
  // Sets the pointers to parts of memory and returns how many bytes they need. With null it only computes that.
  std::size_t lay_out(char* memory);
  // This slab as the slab to its right (false: to its left) sees it.
  Neighbor<Real> seen_from(bool right) const;

  // Where the cells of a column of the slab or of its ghosts start; one more start follows. x is 0 in the slab's first
  // column.
  __host__ __device__ int* starts(int x, int y) const {
    return start + static_cast<std::ptrdiff_t>(x * sizes.columns_y + y) * sizes.slices - (x < 0) + (x >= sizes.slab_x);
  }

  BrickSizes sizes;
  Real side_x, side_y, side_z;
  Real per_x, per_y, per_z;  // columns, columns and slices per Å
  Real radius;               // of the list
  int shared_places;         // of a halo in shared memory, when lists are made
  int step_places = 0;       // in steps: a brick whose halo has more reads it from global memory
  bool from_first = true;    // whether the bricks begin with the slab's first one (some_of() in rank_borders.h)

  // What the host and the comments call position[now].
  __device__ Vec4<Real>* positions(int now) const { return position[now ^ words->swapped]; }

  // The number of atoms, with those that have arrived from other slabs and are not sorted yet.
  __device__ int with_arrivals() const {
    const int all = words->atoms + words->arrived;
    return all < sizes.atoms ? all : sizes.atoms;
  }

  // In the order of bricks. There are two arrays of positions: a step reads one and writes the other. The slab's own
  // positions are followed by those of the left ghosts, then of the right ones.
  Vec4<Real>* position[2];
  Vec4<Real>*velocity, *reference;  // reference: position when the list was made
  Vec4<Real>* force;                // w: the energy
  Real* virial;
  int* id;  // the atom's index in the initial state
  Vec4<Real>* sorted_velocity;
  int* sorted_id;

  int *cell, *rank, *order;  // of each atom
  int *count, *start;        // of each cell of the slab; one more start; before and after them those of the ghosts
  Brick* brick;
  int* halo_size;       // of each brick
  unsigned* halo;       // sizes.halo of each brick
  std::uint16_t* list;  // of each brick: rows of eight entries per thread
  int* length;          // of each thread
  BrickWords* words;

  Neighbor<Real> left, right;
  int others = 0;  // slabs whose memory this GPU can access; in ranks only its own
  BrickWords* words_of[most_slabs];
};

// Calls function with the number of threads per atom as a constant.
template <typename Function>
void with_constant(int per_atom, Function function) {
  if (per_atom == 1) return function(std::integral_constant<int, 1>());
  if (per_atom == 2) return function(std::integral_constant<int, 2>());
  function(std::integral_constant<int, most_per_atom>());
}

// The number of slabs for this many devices: a slab must be wider than the list radius. Slabs have whole columns, the
// same ones as a single GPU if there are enough, so they differ by one column at most.
int slabs_for(const State& state, double list_radius, int devices);

// Whether so many slabs add up everything in the order of a single GPU: they do if they have its columns, and as many
// threads for an atom.
bool slabs_add_alike(const State& state, double list_radius, int slabs);

// Finds the cell of each of the slab's atoms at position[now], if *wanted. Atoms that have left the slab go to its
// neighbours.
template <typename Real>
void find_cells(const Bricks<Real>& bricks, int now, const int* wanted, cudaStream_t stream);

// Then, if *wanted and all slabs have done that: finds the cells of the atoms that have arrived.
template <typename Real>
void find_cells_of_arrivals(const Bricks<Real>& bricks, int now, const int* wanted, cudaStream_t stream);

// Then, if *wanted: sorts the atoms and cuts the bricks. position[1 - now], sorted_velocity and sorted_id hold the
// result.
template <typename Real>
void sort_into_bricks(const Bricks<Real>& bricks, int now, const int* wanted, cudaStream_t stream);

// Then: gives the sorted atoms of both borders to the neighbours, as ghosts at position[now].
template <typename Real>
void show_borders(const Bricks<Real>& bricks, int now, cudaStream_t stream);

// Then, if *wanted and all slabs have done that: finds each brick's halo and lists, and copies the sorted atoms to
// position[now], velocity and id.
template <typename Real>
void list_bricks(const Bricks<Real>& bricks, int now, const int* wanted, cudaStream_t stream);

// Allows list_bricks this much dynamic shared memory for these bricks.
template <typename Real>
void allow_shared(const Bricks<Real>& bricks, std::size_t bytes);

}  // namespace ljmd
