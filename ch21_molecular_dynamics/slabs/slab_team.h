// The slabs of multi_gpu: each has a GPU with its memory and a stream. And what they have to do together.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "ch21_molecular_dynamics/bricks/brick_memory.h"
#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/model/pair.h"
#include "common/devices.h"
#include "common/owners.h"

namespace ljmd {

// One GPU's share. Its device must be the current one when it is constructed.
template <typename Real>
struct SlabPart {
  SlabPart(const State& state, const Settings& settings, const Slab& slab, const std::vector<int>& id, int device)
      : device(device), bricks(state, settings.list_radius, slab, settings.per_atom), memory(state, id, bricks) {}

  BrickWords words() const { return memory.words(bricks, stream); }

  int device;
  Bricks<Real> bricks;
  BrickMemory<Real> memory;
  Stream stream;
  Event done;
};

// The atoms of each slab. An atom that rounding puts into the slab beside its own moves when the first list is made.
inline std::vector<std::vector<int>> in_slabs(const State& state, const Settings& settings, int slabs) {
  const BrickSizes sizes(state, settings.list_radius, {0, slabs});
  std::vector<int> slab_of;
  for (Slab slab{0, slabs}; slab.number < slabs; ++slab.number)
    slab_of.insert(slab_of.end(), slab.width(sizes.columns_x), slab.number);
  std::vector<std::vector<int>> id(slabs);
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    const double part = wrapped(state.position[i].x, state.box.x) / state.box.x;
    const int column = static_cast<int>(part * sizes.columns_x);
    id[slab_of[std::min(column, sizes.columns_x - 1)]].push_back(static_cast<int>(i));
  }
  for (const auto& of_slab : id)
    if (of_slab.size() > static_cast<std::size_t>(sizes.atoms))
      throw SimulationError("atoms are too close together: a slab has no room for more");
  return id;
}

// Owns this process's slabs of a box and exchanges data between neighbours. Its calls enqueue work in the slabs'
// streams; calls that wait for it say so. Throws CudaError, LibraryError, SimulationError.
template <typename Real>
class SlabTeam {
 public:
  SlabTeam() = default;
  virtual ~SlabTeam() = default;
  SlabTeam(const SlabTeam&) = delete;
  SlabTeam& operator=(const SlabTeam&) = delete;

  // Calls act for each slab in turn, with its GPU as the current one.
  template <typename Do>
  void each(const Do& act) {
    for (const auto& part : parts_) {
      const CurrentDevice current(part->device);
      act(*part);
    }
  }
  const SlabPart<Real>& first() const { return *parts_.front(); }

  // Enqueues the number-th step from position[now], counted from the first one of a call, for all bricks of a slab or
  // for some of them. alike: the number has no influence. meet: each kernel waits for the neighbours' kernels itself.
  struct Steps {
    std::function<void(const Bricks<Real>& bricks, cudaStream_t stream, int now, int number)> launch;
    bool alike;
    bool lists_may_be_made;
    bool meet = false;
  };
  // How many steps were made, and whether the next one needs new lists. Without lists, all were made.
  struct Made {
    int steps;
    bool list;
  };
  // The first half of a step, which moves all atoms. Others may have to be made before it is known whether it needs
  // lists.
  virtual Made open(const Steps& half, int now) = 0;
  // Some steps from position[now], or all of `most`: fewer when lists are needed. It waits for the GPUs to learn that.
  virtual Made full_steps(const Steps& steps, int most, int now) = 0;
  // The last half of a step, at position[now].
  virtual void close(const Steps& half, int now) = 0;
  // After find_cells: appends the atoms that have left a slab to those of their new slab.
  virtual void hand_over(int now) = 0;
  // After sort_into_bricks: neighbours get this slab's border atoms, and where its cells begin.
  virtual void show_borders(int now) = 0;
  // The bricks' step_places have changed.
  virtual void room_changed() {}

  // The worst of all slabs, for the host.
  virtual Lack worst(Lack lack) const = 0;
  // Calls add(), which adds the slabs here to sample, in the order of all slabs. merge fills an array of which each
  // slab has some elements, the others being 0.
  virtual void add_in_turn(Sample& sample, const std::function<void()>& add) const = 0;
  virtual void merge(std::vector<Vec>& values) const = 0;

 protected:
  std::vector<std::unique_ptr<SlabPart<Real>>> parts_;
};

// One process for all slabs: each GPU can access the others' memory.
template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_peers(const State& state, const Settings& settings);

// One process per slab, of settings.ranks: NCCL sends what neighbours need.
template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_ranks(const State& state, const Settings& settings);

}  // namespace ljmd
