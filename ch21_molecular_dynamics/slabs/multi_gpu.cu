// ---- Rung 5. Same as rung 4, except that each GPU has a slab of the box. New parts:
//   ghosts      a brick's halo may reach into the next slab. A GPU has copies of its neighbours' border columns; the
//               step kernel also stores a border atom's new position in the neighbour's memory, as others compute
//   meetings    in small boxes, without new lists, a border brick waits until its neighbour's border has arrived
//               (brick_meeting.cuh). Otherwise all slabs wait for all others after each step, by events, so the host
//               never waits: in large boxes events were faster (README.md)
//   lists       an atom that has moved too far sets a word in all slabs: they leave out the steps that have been
//               launched already, and the host, which asks one of them a few steps later, launches the kernels that
//               make lists
//   migration   atoms that have left the slab move to its neighbour when lists are made
// If each GPU has a process of its own, NCCL sends this data instead (rank_slabs.cu).
// All slabs together have the columns, bricks and halos of a single GPU if the number of columns is the same.
#include "ch21_molecular_dynamics/bricks/brick_batch.h"
#include "ch21_molecular_dynamics/bricks/brick_step.h"
#include "ch21_molecular_dynamics/model/engine.h"
#include "ch21_molecular_dynamics/slabs/slab_team.h"

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
    const bool lists = settings_.rebuild;
    const auto open = [&](const Bricks<Real>& bricks, cudaStream_t stream, int now, int) {
      open_steps(bricks, step_, now, stream);
    };
    Step<Real> full_one = step_;
    if (lists && !settings_.ranks)
      full_one.in_batch = step_of_slabs;  // ranks know before a step whether it needs lists
    full_one.meets = full_one.follows = overlap_ && !lists && !settings_.ranks;
    const auto full = [&](const Bricks<Real>& bricks, cudaStream_t stream, int now, int number) {
      full_one.made = meetings_ + number;
      full_step(bricks, full_one, now, thermostat(), number_ + number, stream);
    };
    auto made = team_->open({open, true, lists}, now_);
    now_ = 1 - now_;
    int left = steps - 1;
    do {
      if (made.list) make_list();
      made = team_->full_steps({full, !thermostat(), lists, full_one.meets}, left, now_);
      left -= made.steps;
      number_ += made.steps;
      meetings_ += made.steps;
      now_ = (now_ + made.steps) % 2;
    } while (left > 0 || made.list);
    const auto close = [&](const Bricks<Real>& bricks, cudaStream_t stream, int now, int) {
      close_steps(bricks, step_, now, thermostat(), number_, stream);
    };
    team_->close({close, true, lists}, now_);
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
    make_list();
    check_parts();
    make_room();
    team_->each([&](SlabPart<Real>& p) { overlap_ = overlap_ && run_at_once(p.bricks, p.words().bricks); });
  }

  void make_room() {
    bool changed = false;
    team_->each(
        [&](SlabPart<Real>& p) { changed |= ljmd::make_room(p.bricks, p.words().largest_halo, settings_.rebuild); });
    if (changed) team_->room_changed();
  }

  // The host launches these kernels only when they are needed: all slabs decide the same, so it asks one of them.
  void make_list() {
    team_->each([&](SlabPart<Real>& p) { find_cells(p.bricks, now_, &p.bricks.words->always, p.stream); });
    team_->hand_over(now_);
    team_->each([&](SlabPart<Real>& p) {
      const int* const wanted = &p.bricks.words->always;
      if (p.bricks.others > 0) find_cells_of_arrivals(p.bricks, now_, wanted, p.stream);
      sort_into_bricks(p.bricks, now_, wanted, p.stream);
    });
    team_->show_borders(now_);
    team_->each([&](SlabPart<Real>& p) { list_bricks(p.bricks, now_, &p.bricks.words->always, p.stream); });
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
  bool overlap_ = true;         // each GPU has room for all blocks of a step at once
  std::uint32_t number_ = 0;    // of the step
  std::uint32_t meetings_ = 0;  // full steps so far
};

}  // namespace

template <typename Real>
std::unique_ptr<Engine> multi_gpu(const State& state, const Settings& settings) {
  return std::make_unique<MultiGpu<Real>>(state, settings);
}

template std::unique_ptr<Engine> multi_gpu<float>(const State&, const Settings&);
template std::unique_ptr<Engine> multi_gpu<double>(const State&, const Settings&);

}  // namespace ljmd
