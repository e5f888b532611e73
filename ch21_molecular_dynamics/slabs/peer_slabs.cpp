// Slabs in one process. Their kernels store directly in each other's memory, so only the waits are left to do. In small
// boxes without new lists the kernels of neighbours wait for each other themselves (brick_meeting.cuh). Otherwise all
// slabs wait for all others after each step, by events; a few steps of all GPUs are one graph, so that the host is not
// what limits them. Where lists may be made, it launches the next few steps before it knows how the last ones have
// ended.
#include <cstddef>

#include "ch21_molecular_dynamics/slabs/slab_team.h"

namespace ljmd {

namespace {

// Even: a graph ends in the array of positions in which it began. With lists, a graph whose steps are left out takes
// time in vain, so it is short.
constexpr int steps_at_once = 10, steps_until_a_look = 4;
constexpr int looks = 2;  // that are on their way at once

template <typename Real>
class PeerSlabs : public SlabTeam<Real> {
  using Steps = typename SlabTeam<Real>::Steps;
  using Made = typename SlabTeam<Real>::Made;

 public:
  PeerSlabs(const State& state, const Settings& settings) : slabs_(slabs_here(state, settings)), access_(slabs_) {
    const auto id = in_slabs(state, settings, slabs_);
    for (int s = 0; s < slabs_; ++s) {
      const CurrentDevice current(s);
      parts_.emplace_back(std::make_unique<SlabPart<Real>>(state, settings, Slab{s, slabs_}, id[s], s));
    }
    const CurrentDevice current(0);
    while (told_at_.size() < looks) told_at_.emplace_back();
    if (slabs_ > 1) introduce();
  }
  ~PeerSlabs() override {
    for (const auto& part : parts_) cudaStreamSynchronize(part->stream);  // no kernel may store in memory that is freed
  }

  Made open(const Steps& half, int now) override {
    launch(half, now, 0);
    barrier();
    return {0, false};  // a full step will tell
  }

  Made full_steps(const Steps& steps, int most, int now) override {
    if (steps.meet) {
      for (int step = 0; step < most; ++step) launch(steps, (now + step) % 2, step);
      barrier();
      return {most, false};
    }
    if (!steps.lists_may_be_made) {
      enqueue(steps, most, now, 0, steps_at_once);
      return {most, false};
    }
    bool list = false;
    for (int launched = 0, asked = 0, looked = 0; !list && (launched < most || looked < asked || asked == 0);) {
      if (asked - looked < looks && (launched < most || asked == 0)) {
        const int some = std::min(most - launched, steps_until_a_look);
        enqueue(steps, some, (now + launched) % 2, launched, steps_until_a_look);
        launched += some;
        ask(asked++ % looks);
      } else {
        list = moved_too_far(looked++ % looks);
      }
    }
    const int before = done_;
    done_ = list ? this->first().words().done : before + most;
    return {done_ - before, list};
  }

  void close(const Steps& half, int now) override { launch(half, now, 0); }

  void hand_over(int) override {
    done_ = 0;
    constexpr std::size_t first_words = offsetof(BrickWords, always);  // moved, done
    this->each([](SlabPart<Real>& p) { check(cudaMemsetAsync(p.bricks.words, 0, first_words, p.stream)); });
    barrier();
  }
  void show_borders(int now) override {
    this->each([&](SlabPart<Real>& p) {
      if (p.bricks.others > 0) ljmd::show_borders(p.bricks, now, p.stream);
    });
    barrier();
  }
  void room_changed() override { graphs_[0].reset(), graphs_[1].reset(); }

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

  void launch(const Steps& steps, int now, int number) {
    this->each([&](SlabPart<Real>& p) { steps.launch(p.bricks, p.stream, now, number); });
  }

  // `count` steps from position[now], the first of them with this number; graphs have so many.
  void enqueue(const Steps& steps, int count, int now, int number, int of_graph) {
    for (; steps.alike && count >= of_graph; count -= of_graph, number += of_graph) {
      if (!graphs_[now]) capture(steps, now, of_graph);
      let_first_wait();
      {
        const CurrentDevice current(parts_[0]->device);
        check(cudaGraphLaunch(*graphs_[now], parts_[0]->stream));
      }
      let_others_wait();
    }
    for (; count > 0; --count, now = 1 - now) {
      launch(steps, now, number++);
      barrier();
    }
  }

  // One graph for all GPUs: the first one's stream is captured, and the others' streams join it.
  void capture(const Steps& steps, int now, int count) {
    const Stream& origin = parts_[0]->stream;
    cudaGraph_t graph = nullptr;
    const CurrentDevice current(parts_[0]->device);
    check(cudaStreamBeginCapture(origin, cudaStreamCaptureModeThreadLocal));
    let_others_wait();
    for (int s = 0; s < count; ++s) {
      if (s > 0) barrier();
      launch(steps, (now + s) % 2, s);
    }
    let_first_wait();
    check(cudaStreamEndCapture(origin, &graph));
    graphs_[now] = std::make_unique<GraphExec>(Graph(graph));
  }

  // Has the first slab's words copied to the host; moved_too_far() waits for the copy.
  void ask(int look) {
    const SlabPart<Real>& first = this->first();
    const CurrentDevice current(first.device);
    check(cudaMemcpyAsync(&told_.data()[2 * look], first.bricks.words->moved, sizeof first.bricks.words->moved,
                          cudaMemcpyDeviceToHost, first.stream));
    check(cudaEventRecord(told_at_[look], first.stream));
    for (const auto& part : parts_)  // their next steps may store in these words
      if (part.get() != &first) check(cudaStreamWaitEvent(part->stream, told_at_[look], 0));
  }
  bool moved_too_far(int look) {
    check(cudaEventSynchronize(told_at_[look]));
    return (told_.data()[2 * look] | told_.data()[2 * look + 1]) != 0;
  }

  // Work added to any slab's stream from now on waits for the work in all of them.
  void barrier() {
    record_all();
    for (const auto& part : parts_) wait_for_others(*part);
  }
  void let_first_wait() {
    record_all();
    wait_for_others(*parts_[0]);
  }
  void let_others_wait() {
    const SlabPart<Real>& first = this->first();
    {
      const CurrentDevice current(first.device);
      check(cudaEventRecord(first.done, first.stream));
    }
    for (const auto& part : parts_)
      if (part.get() != &first) check(cudaStreamWaitEvent(part->stream, first.done, 0));
  }
  void record_all() {
    this->each([](SlabPart<Real>& p) { check(cudaEventRecord(p.done, p.stream)); });
  }
  void wait_for_others(const SlabPart<Real>& part) {
    for (const auto& other : parts_)
      if (other.get() != &part) check(cudaStreamWaitEvent(part.stream, other->done, 0));
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
  std::unique_ptr<GraphExec> graphs_[2];  // of steps that begin at position[0] or position[1]
  PinnedBuffer<int> told_{2 * looks};
  std::vector<Event> told_at_;  // on the first GPU
  int done_ = 0;                // steps since the last list
};

}  // namespace

template <typename Real>
std::unique_ptr<SlabTeam<Real>> team_of_peers(const State& state, const Settings& settings) {
  return std::make_unique<PeerSlabs<Real>>(state, settings);
}

template std::unique_ptr<SlabTeam<float>> team_of_peers(const State&, const Settings&);
template std::unique_ptr<SlabTeam<double>> team_of_peers(const State&, const Settings&);

}  // namespace ljmd
