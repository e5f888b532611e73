// The slabs of multi_gpu: a GPU with its memory and its stream each, and what they have to do together.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "ch21_molecular_dynamics/ljmd/brick_memory.h"
#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "ch21_molecular_dynamics/ljmd/pair.h"
#include "common/devices.h"
#include "common/stream.h"

namespace ljmd {

// One GPU's share. It is made while its device is the current one.
template <typename Real>
struct SlabPart {
  SlabPart(const State& state, const Settings& settings, const Slab& slab, const std::vector<int>& id, int device)
      : device(device), bricks(state, settings.list_radius, slab), memory(state, id, bricks) {}

  BrickWords words() const { return memory.words(bricks, stream); }

  int device;
  Bricks<Real> bricks;
  BrickMemory<Real> memory;
  Stream stream;
  Event done;
};

// The atoms of each slab. An atom that rounding puts beside the right one goes there when the first list is made.
inline std::vector<std::vector<int>> in_slabs(const State& state, const Settings& settings, int slabs) {
  const BrickSizes sizes(state, settings.list_radius, {0, slabs});
  std::vector<std::vector<int>> id(slabs);
  for (std::size_t i = 0; i < state.atoms(); ++i) {
    const double part = wrapped(state.position[i].x, state.box.x) / state.box.x;
    id[std::min(static_cast<int>(part * slabs), slabs - 1)].push_back(static_cast<int>(i));
  }
  for (const auto& of_slab : id)
    if (of_slab.size() > static_cast<std::size_t>(sizes.atoms))
      throw SimulationError("atoms crowd together: a slab holds more than there is room for");
  return id;
}

// Owns the slabs of a box, those that this process has, and exchanges what neighbours need of each other. Its calls
// enqueue work, in the slabs' streams; those that wait for it say so. Throws CudaError, LibraryError, SimulationError.
template <typename Real>
class SlabTeam {
 public:
  // Which word says whether lists are to be made.
  using Wanted = std::function<const int*(const BrickWords* words)>;

  SlabTeam() = default;
  virtual ~SlabTeam() = default;
  SlabTeam(const SlabTeam&) = delete;
  SlabTeam& operator=(const SlabTeam&) = delete;

  // Does it for each slab in turn, whose GPU is the current one.
  template <typename Do>
  void each(const Do& act) {
    for (const auto& part : parts_) {
      const CurrentDevice current(part->device);
      act(*part);
    }
  }
  const SlabPart<Real>& first() const { return *parts_.front(); }

  // A step of all atoms here: launch enqueues that of some bricks, or of all of them. The slabs' streams have it then.
  using Launch = std::function<void(const Bricks<Real>& bricks, cudaStream_t stream)>;
  virtual void step(const Launch& launch) = 0;
  // After a step to position[now]: neighbours' ghosts follow. If lists may be made anew: false if no slab wants that.
  // Where it is true the device decides.
  virtual bool end_step(int now, bool lists_may_be_made) = 0;
  // After find_cells: atoms that have left a slab stand behind their new one's.
  virtual void hand_over(int now) = 0;
  // After sort_into_bricks: neighbours get this slab's border, and where its cells begin.
  virtual void show_borders(int now, const Wanted& wanted) = 0;

  // For the host: the worst of all slabs.
  virtual Lack worst(Lack lack) const = 0;
  // Adds to sample what add() adds for the slabs here, in the order of all slabs; and fills an array of which each slab
  // has some elements, the others being 0.
  virtual void add_in_turn(Sample& sample, const std::function<void()>& add) const = 0;
  virtual void merge(std::vector<Vec>& values) const = 0;

 protected:
  std::vector<std::unique_ptr<SlabPart<Real>>> parts_;
};

// One process for all slabs: each GPU reaches the others' memory.
template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_peers(const State& state, const Settings& settings);

// A process for each slab, of settings.ranks: what neighbours need is sent by NCCL.
template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_ranks(const State& state, const Settings& settings);

}  // namespace ljmd
