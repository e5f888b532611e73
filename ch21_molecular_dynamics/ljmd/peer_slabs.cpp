// Slabs in one process. Their kernels store directly in each other's memory, so only the waits are left to do.
#include "ch21_molecular_dynamics/ljmd/slab_team.h"

namespace ljmd {

namespace {

template <typename Real>
class PeerSlabs : public SlabTeam<Real> {
 public:
  PeerSlabs(const State& state, const Settings& settings) : slabs_(slabs_here(state, settings)), access_(slabs_) {
    const auto id = in_slabs(state, settings, slabs_);
    for (int s = 0; s < slabs_; ++s) {
      const CurrentDevice current(s);
      parts_.emplace_back(std::make_unique<SlabPart<Real>>(state, settings, Slab{s, slabs_}, id[s], s));
    }
    if (slabs_ > 1) introduce();
  }
  ~PeerSlabs() override {
    for (const auto& part : parts_) cudaStreamSynchronize(part->stream);  // no kernel may store in memory that is freed
  }

  void step(const typename SlabTeam<Real>::Launch& launch, bool) override {
    this->each([&](SlabPart<Real>& p) { launch(p.bricks, p.stream); });
  }
  bool end_step(int, bool lists_may_be_made) override {
    barrier();
    return lists_may_be_made;
  }
  void hand_over(int) override { barrier(); }
  void show_borders(int now, const typename SlabTeam<Real>::Wanted& wanted) override {
    this->each([&](SlabPart<Real>& p) {
      if (p.bricks.others > 0) ljmd::show_borders(p.bricks, now, wanted(p.bricks.words), p.stream);
    });
    barrier();
  }

  Lack worst(Lack lack) const override { return lack; }
  void add_in_turn(Sample&, const std::function<void()>& add) const override { add(); }
  void merge(std::vector<Vec>&) const override {}

 private:
  using SlabTeam<Real>::parts_;

  static int slabs_here(const State& state, const Settings& settings) {
    int devices = settings.most_gpus > 0 ? std::min(settings.most_gpus, device_count()) : device_count();
    if (!all_reach_all(devices)) devices = 1;
    return slabs_for(state, settings.list_radius, devices);
  }

  // Work added to any slab's stream from now on waits for the work in all of them.
  void barrier() {
    this->each([](SlabPart<Real>& p) { check(cudaEventRecord(p.done, p.stream)); });
    this->each([&](SlabPart<Real>& p) {
      for (const auto& other : parts_)
        if (other.get() != &p) check(cudaStreamWaitEvent(p.stream, other->done, 0));
    });
  }

  // Gives each slab the pointers to the others' memory.
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
};

}  // namespace

template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_peers(const State& state, const Settings& settings) {
  return std::make_unique<PeerSlabs<Real>>(state, settings);
}

template std::unique_ptr<SlabTeam<float>> team_of_peers(const State&, const Settings&);
template std::unique_ptr<SlabTeam<double>> team_of_peers(const State&, const Settings&);

}  // namespace ljmd
