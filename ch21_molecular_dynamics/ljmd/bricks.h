// How all_on_gpu_fast lays out its atoms. The box is cut into columns along z. Atoms are sorted by column, and within a
// column by slices of z; then each column is cut into bricks of up to 256 atoms, one block of threads for each.
// Whatever a brick's atoms can interact with, its halo, fits into shared memory, where a place has a number of 16 bits.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "ch21_molecular_dynamics/ljmd/system.h"

namespace ljmd {

constexpr int brick_size = 256;      // atoms at most, threads always
constexpr int slices_of_brick = 16;  // along z
constexpr int entries_per_row = 8;   // of the list: eight places of 16 bits are one 16-byte load

constexpr int most_places = 4096;  // of a halo
constexpr int spare_places = 8;    // behind a halo in shared memory: nobody's, far from all

// An atom of a halo in 32 bits: its index, and for each axis the periodic image, -1 to 1.
constexpr int index_bits = 26;
constexpr unsigned index_mask = (1u << index_bits) - 1;

template <typename Real>
struct alignas(16) Vec4 {
  Real x, y, z, w;
};

// Where nobody is: farther from all atoms than any cutoff.
constexpr int far_away = 1'000'000'000;

struct Brick {
  int first, atoms;
};

// One array's size may depend on others, so one place says them all.
struct BrickSizes {
  BrickSizes(const State& state, double list_radius);

  int atoms, columns_x, columns_y, slices;
  int columns, cells;  // a cell is a slice of a column
  int bricks;          // at most
  int halo;            // places of a brick's halo, at most
  int rows;            // of a brick's list, at most
};

// Words that the kernels leave for each other and for the host.
struct BrickWords {
  int moved[2];  // after an even, an odd step: an atom has gone farther than half of the skin
  int always;    // 1, for the first list
  int bricks;    // in use
  int rebuilds;
  int largest_halo, longest_list;  // ever: more than there is room for means that atoms were left out
};

// Pointers to device memory, and what all kernels have to know.
template <typename Real>
struct Bricks {
  Bricks(const State& state, double list_radius);  // without memory
  // Lets the pointers point to parts of memory and returns how many bytes that takes. With null it only adds up.
  std::size_t lay_out(char* memory);

  BrickSizes sizes;
  Real side_x, side_y, side_z;
  Real per_x, per_y, per_z;  // columns, columns and slices per Å
  Real radius;               // of the list
  int shared_places;         // of a halo in shared memory

  // In the order of bricks. Of positions there are two: a step reads one and writes the other.
  Vec4<Real>* position[2];
  Vec4<Real>*velocity, *reference;  // reference: position when the list was made
  Vec4<Real>* force;                // and the energy
  Real* virial;
  int* id;  // the atom's number at the start
  Vec4<Real>* sorted_velocity;
  int* sorted_id;

  int *cell, *rank, *order;  // of each atom
  int *count, *start;        // of each cell; one start more
  Brick* brick;
  int* halo_size;       // of each brick
  unsigned* halo;       // sizes.halo of each brick
  std::uint16_t* list;  // of each brick: rows of eight entries a thread
  int* length;          // of each thread
  BrickWords* words;
};

// Sorts the atoms at position[now] and cuts the bricks, if *wanted; position[1 - now], sorted_velocity and sorted_id
// hold the result.
template <typename Real>
void sort_into_bricks(const Bricks<Real>& bricks, int now, const int* wanted, cudaStream_t stream);

// Finds each brick's halo and lists, if *wanted, and brings the sorted atoms to position[now], velocity and id.
template <typename Real>
void list_bricks(const Bricks<Real>& bricks, int now, const int* wanted, cudaStream_t stream);

// Lets list_bricks ask for so much shared memory.
template <typename Real>
void allow_shared(std::size_t bytes);

}  // namespace ljmd
