// The device memory of a box of bricks: atoms in, atoms out.
#pragma once

#include <numeric>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "common/device_buffer.h"
#include "common/stream.h"

namespace ljmd {

template <typename Real>
class BrickMemory {
 public:
  // Owns what the pointers in bricks point to from now on. The atoms stand at position[0], not sorted yet.
  BrickMemory(const State& state, Bricks<Real>& bricks) : memory_(bricks.lay_out(nullptr)) {
    bricks.lay_out(memory_.data());
    memory_.fill_bytes(0);
    std::vector<int> id(state.atoms());
    std::iota(id.begin(), id.end(), 0);
    BrickWords words{};
    words.always = 1;
    fill(bricks.position[0], narrowed(state.position));
    fill(bricks.velocity, narrowed(state.velocity));
    fill(bricks.id, id);
    fill(bricks.words, std::vector<BrickWords>{words});
    check(cudaDeviceSynchronize());
  }

  // What stands at an address of this memory once the stream has done its work.
  template <typename T>
  std::vector<T> copy(const T* from, std::size_t count, const Stream& stream) const {
    stream.wait();
    std::vector<T> host(count);
    check(cudaMemcpy(host.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

  // Of each atom, brought from the order of bricks to that of the state at the start.
  std::vector<Vec> in_order(const Vec4<Real>* from, const Bricks<Real>& bricks, const Stream& stream) const {
    const std::vector<int> id = copy(bricks.id, bricks.sizes.atoms, stream);
    const auto values = copy(from, bricks.sizes.atoms, stream);
    std::vector<Vec> ordered(id.size());
    for (std::size_t i = 0; i < id.size(); ++i) ordered[id[i]] = {values[i].x, values[i].y, values[i].z};
    return ordered;
  }

 private:
  static std::vector<Vec4<Real>> narrowed(const std::vector<Vec>& vectors) {
    std::vector<Vec4<Real>> narrow;
    narrow.reserve(vectors.size());
    for (const Vec& v : vectors)
      narrow.push_back({static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z), 0});
    return narrow;
  }
  template <typename T>
  static void fill(T* to, const std::vector<T>& from) {
    check(cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  }

  DeviceBuffer<char> memory_;
};

}  // namespace ljmd
