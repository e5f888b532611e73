// The device memory of a box of bricks, and copies of its atoms from and to the host.
#pragma once

#include <limits>
#include <numeric>
#include <vector>

#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "common/owners.h"

namespace ljmd {

// The numbers 0 to count - 1.
inline std::vector<int> numbers(std::size_t count) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// What can be wrong with a box of bricks, the worst last.
enum class Lack { none, room_in_bricks, atoms };

// shared_places: of a halo.
inline Lack what_lacks(const BrickWords& words, int shared_places) {
  if (words.lost != 0) return Lack::atoms;
  return words.largest_halo > shared_places - spare_places || words.longest_list > 0 ? Lack::room_in_bricks
                                                                                     : Lack::none;
}

// Throws SimulationError unless there has been room for every atom.
inline void refuse(Lack lack) {
  if (lack == Lack::room_in_bricks)
    throw SimulationError("atoms are too close together: a brick's halo or an atom's list has no room for more");
  if (lack == Lack::atoms)
    throw SimulationError("atoms were lost: a slab has no room for more, or an atom has crossed a whole slab");
}

template <typename Real>
class BrickMemory {
 public:
  // Allocates and owns the memory that the pointers in bricks point to from now on. The atoms listed in id (at most
  // bricks.sizes.atoms) are at position[0], not sorted yet.
  BrickMemory(const State& state, const std::vector<int>& id, Bricks<Real>& bricks) : memory_(bricks.lay_out(nullptr)) {
    bricks.lay_out(memory_.data());
    memory_.fill_bytes(0);
    BrickWords words{};
    words.always = 1;
    words.atoms = static_cast<int>(id.size());
    words.right_begin = words.left = std::numeric_limits<int>::max();
    fill(bricks.position[0], narrowed(state.position, id));
    fill(bricks.velocity, narrowed(state.velocity, id));
    fill(bricks.id, id);
    fill(bricks.words, std::vector<BrickWords>{words});
    check(cudaDeviceSynchronize());
  }

  // Waits for the stream, then copies count values from this memory.
  template <typename T>
  std::vector<T> copy(const T* from, std::size_t count, const Stream& stream) const {
    stream.wait();
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

  BrickWords words(const Bricks<Real>& bricks, const Stream& stream) const {
    return copy(bricks.words, 1, stream).front();
  }

  // Copies a vector per atom, from the order of the bricks to that of the initial state.
  void put_in_order(const Vec4<Real>* from, const Bricks<Real>& bricks, const Stream& stream,
                    std::vector<Vec>& ordered) const {
    const int atoms = words(bricks, stream).atoms;
    const std::vector<int> id = copy(bricks.id, atoms, stream);
    const auto values = copy(from, atoms, stream);
    for (std::size_t i = 0; i < id.size(); ++i) ordered[id[i]] = {values[i].x, values[i].y, values[i].z};
  }

  // Adds the atoms' energies, virial and momenta to sample, after close_steps().
  void add_to(Sample& sample, double mass, const Bricks<Real>& bricks, const Stream& stream) const {
    const int atoms = words(bricks, stream).atoms;
    for (const Vec4<Real>& v : copy(bricks.velocity, atoms, stream)) sample.add_atom(mass, Vec{v.x, v.y, v.z});
    for (const Vec4<Real>& f : copy(bricks.force, atoms, stream)) sample.potential += f.w;
    for (const Real virial : copy(bricks.virial, atoms, stream)) sample.virial += virial;
  }

 private:
  static std::vector<Vec4<Real>> narrowed(const std::vector<Vec>& vectors, const std::vector<int>& id) {
    std::vector<Vec4<Real>> narrow;
    narrow.reserve(id.size());
    for (const int i : id) {
      const Vec& v = vectors[i];
      narrow.push_back({static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z), 0});
    }
    return narrow;
  }
  template <typename T>
  static void fill(T* to, const std::vector<T>& from) {
    check(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  }

  DeviceBuffer<char> memory_;
};

}  // namespace ljmd
