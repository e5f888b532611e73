// The slabs of multi_gpu: a GPU with its memory and its stream each, and what they have to do together.
#pragma once

#include <algorithm>
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
  SlabPart(const State& state, const Settings& settings, const Slab& slab, const std::vector<int>& id)
      : device(slab.number), bricks(state, settings.list_radius, slab), memory(state, id, bricks) {}

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

// Owns all slabs of a box. Its calls enqueue work and do not wait. Throws CudaError, SimulationError.
template <typename Real>
class SlabTeam {
 public:
  SlabTeam(const State& state, const Settings& settings) : slabs_(slabs_here(state, settings)), access_(slabs_) {
    const auto id = in_slabs(state, settings, slabs_);
    for (int s = 0; s < slabs_; ++s) {
      const CurrentDevice current(s);
      parts_.emplace_back(std::make_unique<SlabPart<Real>>(state, settings, Slab{s, slabs_}, id[s]));
    }
    if (slabs_ > 1) introduce();
  }
  ~SlabTeam() {
    for (const auto& part : parts_) cudaStreamSynchronize(part->stream);  // no kernel may store in memory that is freed
  }
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

  // What follows in any slab's stream waits for what stands in all of them.
  void barrier() {
    each([](SlabPart<Real>& p) { check(cudaEventRecord(p.done, p.stream)); });
    each([&](SlabPart<Real>& p) {
      for (const auto& other : parts_)
        if (other.get() != &p) check(cudaStreamWaitEvent(p.stream, other->done, 0));
    });
  }

  const SlabPart<Real>& first() const { return *parts_.front(); }

 private:
  static int slabs_here(const State& state, const Settings& settings) {
    int devices = settings.most_gpus > 0 ? std::min(settings.most_gpus, device_count()) : device_count();
    if (!all_reach_all(devices)) devices = 1;
    return slabs_for(state, settings.list_radius, devices);
  }

  // Each slab gets to know the others' memory.
  void introduce() {
    for (int s = 0; s < slabs_; ++s) {
      Bricks<Real>& bricks = parts_[s]->bricks;
      bricks.left = parts_[(s + slabs_ - 1) % slabs_]->bricks.seen_from(true);
      bricks.right = parts_[(s + 1) % slabs_]->bricks.seen_from(false);
      for (int other = 0; other < slabs_; ++other)
        if (other != s) bricks.words_of[bricks.others++] = parts_[other]->bricks.words;
    }
  }

  int slabs_;
  PeerAccess access_;
  std::vector<std::unique_ptr<SlabPart<Real>>> parts_;
};

}  // namespace ljmd
