// Slabs in several processes, ranks. A kernel cannot access another rank's memory: what it would store there goes into
// an outbox, and NCCL sends it to the neighbour, in the slab's stream.
//   a step      the bricks of both borders run first, in a stream of their own, and their atoms' new positions are sent
//               while the others are computed. Each border's atoms are one range, known to the host from the last list
//   lists       an all-reduce of one word says whether any rank needs them. The host reads it after each step, as it
//               must give the sizes of messages: first the number of atoms that leave, then the atoms; then where the
//               border's cells begin, then its positions
#include <algorithm>

#include "ch21_molecular_dynamics/ranks/rank_borders.h"
#include "ch21_molecular_dynamics/ranks/rank_links.h"
#include "ch21_molecular_dynamics/slabs/slab_team.h"
#include "common/lesson.h"

namespace ljmd {

namespace {

const Ranks& enough(const State& state, const Settings& settings) {
  const Ranks& ranks = *settings.ranks;
  if (slabs_for(state, settings.list_radius, ranks.count) < ranks.count)
    throw UsageError(
        format("the box is too narrow for %d ranks: a slab must be wider than the list radius, and there are %d "
               "at most",
               ranks.count, most_slabs));
  return ranks;
}

template <typename Real>
class RankSlabs : public SlabTeam<Real> {
  using Steps = typename SlabTeam<Real>::Steps;
  using Made = typename SlabTeam<Real>::Made;

 public:
  RankSlabs(const State& state, const Settings& settings)
      : ranks_(enough(state, settings)), links_(ranks_), arriving_(2), told_(9) {
    int device = 0;
    check(cudaGetDevice(&device));
    const auto id = in_slabs(state, settings, ranks_.count)[ranks_.rank];
    parts_.emplace_back(std::make_unique<SlabPart<Real>>(state, settings, Slab{ranks_.rank, ranks_.count}, id, device));
    atoms_ = static_cast<int>(id.size());
    if (ranks_.count == 1) return;
    Bricks<Real>& b = parts_[0]->bricks;
    to_left_ = std::make_unique<Outbox<Real>>(b.sizes.ghosts);
    to_right_ = std::make_unique<Outbox<Real>>(b.sizes.ghosts);
    b.left = to_left_->door();
    b.right = to_right_->door();
    b.words_of[b.others++] = b.words;  // all-reduced later
  }
  ~RankSlabs() override {
    for (const cudaStream_t each : {static_cast<cudaStream_t>(edge_), stream()}) cudaStreamSynchronize(each);
  }

  Made open(const Steps& half, int now) override {
    launch(half, now, false);  // its kernel has a thread for each atom, not a block for each brick
    return {0, end_step(1 - now, half.lists_may_be_made)};
  }

  Made full_steps(const Steps& steps, int most, int now) override {
    for (int number = 0; number < most; ++number) {
      launch(steps, now, true, number);
      now = 1 - now;
      if (end_step(now, steps.lists_may_be_made)) return {number + 1, true};
    }
    return {most, false};
  }

  void close(const Steps& half, int now) override { launch(half, now, true); }

  void hand_over(int now) override {
    if (ranks_.count == 1) return;
    const Bricks<Real>& b = parts_[0]->bricks;
    const Counts n = leaving_and_arriving();
    refuse_unless(std::max(n.to_left, n.to_right) <= to_left_->room &&
                  atoms_ + n.from_left + n.from_right <= b.sizes.atoms);
    const auto exchange = [&](auto Outbox<Real>::*array, auto* own) {
      links_.exchange(n, ((*to_left_).*array).data(), ((*to_right_).*array).data(), own + atoms_,
                      own + atoms_ + n.from_left, stream());
    };
    exchange(&Outbox<Real>::position, b.position[now]);
    exchange(&Outbox<Real>::velocity, b.velocity);
    exchange(&Outbox<Real>::id, b.id);
    arrived_.data()[0] = n.from_left + n.from_right;
    check(cudaMemcpyAsync(&b.words->arrived, arrived_.data(), sizeof(int), cudaMemcpyHostToDevice, stream()));
    for (int* const leaving : {to_left_->leaving(), to_right_->leaving()})
      check(cudaMemsetAsync(leaving, 0, sizeof(int), stream()));
  }

  void show_borders(int now) override {
    if (ranks_.count == 1) return;
    const Bricks<Real>& b = parts_[0]->bricks;
    const int side = b.sizes.cells_of_side, starts = side + 1;
    const int* const right_cells = b.start + b.sizes.cells - side;
    int *const left_ghosts = b.starts(-b.sizes.ghost_x, 0), *const right_ghosts = b.starts(b.sizes.slab_x, 0);
    links_.exchange<int>({starts, starts, starts, starts}, b.start, right_cells, left_ghosts, right_ghosts, stream());
    told_.ask({b.start + side, right_cells, b.start + b.sizes.cells, left_ghosts, left_ghosts + side,
               right_ghosts + side, &b.words->bricks, &b.words->left_bricks, &b.words->right_brick},
              parts_[0]->stream);
    atoms_ = told_[2];
    border_ = {told_[0], atoms_ - told_[1], told_[4] - told_[3], told_[5]};
    bricks_ = told_[6];
    left_bricks_ = told_[7];
    right_brick_ = told_[8];
    refuse_unless(std::max(border_.from_left, border_.from_right) <= b.sizes.ghosts);
    shift_starts(b, told_[3], stream());
    send_borders(b.position[1 - now], b.position[now], stream());
  }

  Lack worst(Lack lack) const override { return Lack(static_cast<int>(ranks_.most(static_cast<int>(lack)))); }
  void add_in_turn(Sample& sample, const std::function<void()>& add) const override {
    ranks_.in_turn(&sample, sizeof sample, add);
  }
  void merge(std::vector<Vec>& values) const override { ::merge(ranks_, values); }

 private:
  using SlabTeam<Real>::parts_;

  // Inner bricks have no ghosts in their halos, so they need not wait for ghosts. Both parts need all atoms of the last
  // step.
  void launch(const Steps& steps, int now, bool in_parts, int number = 0) {
    const Bricks<Real>& b = parts_[0]->bricks;
    border_ahead_ = in_parts && ranks_.count > 1;
    if (!border_ahead_) return steps.launch(b, stream(), now, number);
    const auto part = [&](int first, int end, cudaStream_t in) {
      if (first < end) steps.launch(some_of(b, first, end), in, now, number);
    };
    let_wait(edge_, stream());
    part(0, left_bricks_, edge_);
    part(std::max(left_bricks_, right_brick_), bricks_, edge_);
    part(left_bricks_, right_brick_, stream());
    let_wait(stream(), edge_);
  }

  // After a step to position[now]: sends the borders. Returns whether any slab needs lists.
  bool end_step(int now, bool lists_may_be_made) {
    const Bricks<Real>& b = parts_[0]->bricks;
    int* const moved = &b.words->moved[1 - now];
    if (ranks_.count > 1) {
      if (!border_ahead_) let_wait(edge_, stream());
      send_borders(b.position[now], b.position[now], edge_);
    }
    if (!lists_may_be_made) return false;
    let_wait(edge_, stream());
    if (ranks_.count > 1) links_.most(moved, edge_);
    told_.ask({moved}, edge_);
    return told_[0] != 0;
  }

  cudaStream_t stream() const { return parts_[0]->stream; }
  void refuse_unless(bool room) const { refuse(worst(room ? Lack::none : Lack::atoms)); }

  // Work added to one stream from now on waits for the work in the other.
  void let_wait(cudaStream_t waiting, cudaStream_t other) {
    check(cudaEventRecord(parts_[0]->done, other));
    check(cudaStreamWaitEvent(waiting, parts_[0]->done, 0));
  }

  // Exchanges these numbers and copies them to the host.
  Counts leaving_and_arriving() {
    int *const left = to_left_->leaving(), *const right = to_right_->leaving(), *const from = arriving_.data();
    links_.exchange<int>({1, 1, 1, 1}, left, right, from, from + 1, stream());
    told_.ask({left, right, from, from + 1}, parts_[0]->stream);
    return {told_[0], told_[1], told_[2], told_[3]};
  }

  // Sends the atoms of both borders to the neighbours, and receives their atoms as ghosts.
  void send_borders(const Vec4<Real>* from, Vec4<Real>* to, cudaStream_t in) const {
    Vec4<Real>* const ghosts = to + parts_[0]->bricks.sizes.atoms;
    links_.exchange(border_, from, from + atoms_ - border_.to_right, ghosts, ghosts + parts_[0]->bricks.sizes.ghosts,
                    in);
  }

  const Ranks& ranks_;
  RankLinks links_;
  Stream edge_ = Stream::urgent();
  std::unique_ptr<Outbox<Real>> to_left_, to_right_;
  DeviceBuffer<int> arriving_;  // atoms: from the left, from the right
  Told told_;
  PinnedBuffer<int> arrived_{1};  // from both, for the copy to the device
  bool border_ahead_ = false;     // the last step's border is in the stream edge_
  // In the last list: atoms of the slab, of its borders and ghosts; bricks.
  int atoms_ = 0, bricks_ = 0, left_bricks_ = 0, right_brick_ = 0;
  Counts border_;
};

}  // namespace

template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_ranks(const State& state, const Settings& settings) {
  return std::make_unique<RankSlabs<Real>>(state, settings);
}

template std::unique_ptr<SlabTeam<float>> team_of_ranks(const State&, const Settings&);
template std::unique_ptr<SlabTeam<double>> team_of_ranks(const State&, const Settings&);

}  // namespace ljmd
