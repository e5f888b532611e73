// ---- Rung 5. Same as rung 4, except that each GPU has a slab of the box, and that there is no graph. New parts:
//   ghosts      a brick's halo may reach into the next slab. A GPU has copies of its neighbours' border columns; the
//               step kernel also stores a border atom's new position in the neighbour's memory, as others compute
//   barriers    a step begins when all slabs have finished the last one: an event per stream, so the host never waits
//   migration   atoms that have left the slab move to its neighbour when lists are made. A flag says when; a thread
//               that sets it sets it in all slabs, so that they all decide the same
// If each GPU has a process of its own, NCCL sends this data instead (rank_slabs.cu).
// All slabs together have the columns, bricks and halos of a single GPU if the number of columns is the same.
#include "ch21_molecular_dynamics/ljmd/brick_step.h"
#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/slab_team.h"

namespace ljmd {

namespace {

template <typename Real>
class MultiGpu : public Engine {
 public:
  MultiGpu(const State& state, const Settings& settings)
      : settings_(settings),
        sides_(state.box),
        mass_(state.mass),
        atoms_(state.atoms()),
        step_{LennardJones<Real>(settings.potential), {settings.thermostat, settings.time_step, state.mass}, 0, 0, 0},
        team_(settings.ranks ? team_of_ranks<Real>(state, settings) : team_of_peers<Real>(state, settings)) {
    const double half_skin = (settings.list_radius - settings.potential.cutoff) / 2;
    step_.half_skin2 = static_cast<Real>(half_skin * half_skin);
    first_list();
    team_->each([&](SlabPart<Real>& p) { close_steps(p.bricks, step_, now_, false, 0, p.stream); });
    step_.dt = static_cast<Real>(settings.time_step);
    step_.half_kick = static_cast<Real>(settings.time_step / 2 / mass_);
  }

  void advance(int steps) override {
    if (steps <= 0) return;
    if (settings_.rebuild) make_room();
    const auto open = [&](auto& bricks, cudaStream_t stream) { open_steps(bricks, step_, now_, stream); };
    const auto full = [&](auto& bricks, cudaStream_t stream) {
      full_step(bricks, step_, now_, thermostat(), number_, stream);
    };
    const auto close = [&](auto& bricks, cudaStream_t stream) {
      close_steps(bricks, step_, now_, thermostat(), number_, stream);
    };
    team_->step(open, false);  // its kernel has a thread for each atom, not a block for each brick
    after_move();
    for (int s = 1; s < steps; ++s, ++number_) {
      team_->step(full, true);
      after_move();
    }
    team_->step(close, true);
    ++number_;
  }

  Sample sample() override {
    Sample sample;
    team_->add_in_turn(
        sample, [&] { team_->each([&](SlabPart<Real>& p) { p.memory.add_to(sample, mass_, p.bricks, p.stream); }); });
    checked(sample, atoms_);
    check_parts();
    return sample;
  }

  State state() override {
    check_parts();
    State state{sides_, mass_, in_order([&](auto& bricks) { return bricks.position[now_]; }),
                in_order([](auto& bricks) { return bricks.velocity; })};
    for (Vec& p : state.position) p = {wrapped(p.x, sides_.x), wrapped(p.y, sides_.y), wrapped(p.z, sides_.z)};
    return state;
  }

  std::vector<Vec> forces() override {
    return in_order([](auto& bricks) { return bricks.force; });
  }

  void scale_velocities(double factor) override {
    team_->each([&](SlabPart<Real>& p) {
      p.stream.wait();
      ljmd::scale_velocities(p.bricks, static_cast<Real>(factor));
      check(cudaDeviceSynchronize());
    });
  }

  int rebuilds() override { return team_->first().words().rebuilds - 1; }

 private:
  void first_list() {
    team_->each([](SlabPart<Real>& p) {
      const std::size_t bytes = p.bricks.shared_places * sizeof(Vec4<Real>);
      allow_shared(p.bricks, bytes);
      allow_shared_in_steps(p.bricks, bytes);
    });
    make_list([](const BrickWords* words) { return &words->always; });
    check_parts();
    make_room();
  }

  void make_room() {
    team_->each([&](SlabPart<Real>& p) { ljmd::make_room(p.bricks, p.words().largest_halo, settings_.rebuild); });
  }

  // wanted selects the flag that says whether to do it.
  void make_list(const typename SlabTeam<Real>::Wanted& wanted) {
    team_->each([&](SlabPart<Real>& p) { find_cells(p.bricks, now_, wanted(p.bricks.words), p.stream); });
    team_->hand_over(now_);
    team_->each([&](SlabPart<Real>& p) {
      if (p.bricks.others > 0) find_cells_of_arrivals(p.bricks, now_, wanted(p.bricks.words), p.stream);
      sort_into_bricks(p.bricks, now_, wanted(p.bricks.words), p.stream);
    });
    team_->show_borders(now_, wanted);
    team_->each([&](SlabPart<Real>& p) { list_bricks(p.bricks, now_, wanted(p.bricks.words), p.stream); });
  }

  void after_move() {
    now_ = 1 - now_;
    if (team_->end_step(now_, settings_.rebuild))
      make_list([&](const BrickWords* words) { return &words->moved[1 - now_]; });
  }

  template <typename Choose>
  std::vector<Vec> in_order(const Choose& array) {
    std::vector<Vec> ordered(atoms_);
    team_->each([&](SlabPart<Real>& p) { p.memory.put_in_order(array(p.bricks), p.bricks, p.stream, ordered); });
    team_->merge(ordered);
    return ordered;
  }

  bool thermostat() const { return settings_.thermostat.damping > 0; }
  void check_parts() {
    Lack lack = Lack::none;
    team_->each([&](SlabPart<Real>& p) { lack = std::max(lack, what_lacks(p.words(), p.bricks.shared_places)); });
    refuse(team_->worst(lack));
  }

  Settings settings_;
  Vec sides_;
  double mass_;
  std::size_t atoms_;
  Step<Real> step_;
  std::unique_ptr<SlabTeam<Real>> team_;
  int now_ = 0;
  std::uint32_t number_ = 0;  // of the step
};

}  // namespace

template <typename Real>
std::unique_ptr<Engine> multi_gpu(const State& state, const Settings& settings) {
  return std::make_unique<MultiGpu<Real>>(state, settings);
}

template std::unique_ptr<Engine> multi_gpu<float>(const State&, const Settings&);
template std::unique_ptr<Engine> multi_gpu<double>(const State&, const Settings&);

}  // namespace ljmd
