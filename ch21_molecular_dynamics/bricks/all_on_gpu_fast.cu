// ---- Rung 4. Same physics as rung 3; what is removed:
//   gathers from all over memory   atoms are sorted into bricks; a block loads its brick's halo into shared memory once
//   half of the list's bytes       an entry is a place in the halo, 16 bits; eight of them are one load
//   launches and stored forces     a step is one kernel (brick_step.cu)
//   n^2 distances                  a brick looks for its halo in the columns around it (brick_list.cu)
//   the host's wait in each step   ten steps are one graph, which the device ends early when an atom has moved too far;
//                                  then an IF node runs the kernels that sort and list
#include "ch21_molecular_dynamics/bricks/brick_batch.h"
#include "ch21_molecular_dynamics/bricks/brick_memory.h"
#include "ch21_molecular_dynamics/bricks/brick_step.h"
#include "ch21_molecular_dynamics/bricks/if_node.h"
#include "ch21_molecular_dynamics/model/engine.h"
#include "common/owners.h"

namespace ljmd {

namespace {

constexpr int steps_per_graph = 10;  // even: a graph ends in the array of positions in which it began

template <typename Real>
class AllOnGpuFast : public Engine {
 public:
  AllOnGpuFast(const State& state, const Settings& settings)
      : settings_(settings),
        sides_(state.box),
        mass_(state.mass),
        step_{LennardJones<Real>(settings.potential), {settings.thermostat, settings.time_step, state.mass}, 0, 0, 0},
        bricks_(state, settings.list_radius, {}, settings.per_atom),
        memory_(state, numbers(state.atoms()), bricks_) {
    const double half_skin = (settings.list_radius - settings.potential.cutoff) / 2;
    step_.half_skin2 = static_cast<Real>(half_skin * half_skin);
    first_list();
    close_steps(bricks_, step_, now_, false, 0, stream_);  // without a time step: only the forces
    step_.dt = static_cast<Real>(settings.time_step);
    step_.half_kick = static_cast<Real>(settings.time_step / 2 / mass_);
  }

  void advance(int steps) override {
    if (steps <= 0) return;
    if (settings_.rebuild) make_room();
    open_steps(bricks_, step_, now_, stream_);
    after_move();
    int left = steps - 1;
    for (; left > 0 && (now_ != 0 || thermostat()); --left) move();
    if (left >= steps_per_graph) {
      if (!graph_) capture();
      const int here = settings_.rebuild ? left : left / steps_per_graph * steps_per_graph;
      for (int to_do = here; to_do > 0; to_do = settings_.rebuild ? words().left : 0) launch(to_do);
      left -= here;
    }
    for (; left > 0; --left) move();
    close_steps(bricks_, step_, now_, thermostat(), number_++, stream_);
  }

  Sample sample() override {
    Sample sample;
    memory_.add_to(sample, mass_, bricks_, stream_);
    checked(sample, bricks_.sizes.atoms);
    refuse(what_lacks(words(), bricks_.shared_places));  // after checked(): lost atoms also crowd together
    return sample;
  }

  State state() override {
    refuse(what_lacks(words(), bricks_.shared_places));
    State state{sides_, mass_, in_order(bricks_.position[now_ ^ words().swapped]), in_order(bricks_.velocity)};
    for (Vec& p : state.position) p = {wrapped(p.x, sides_.x), wrapped(p.y, sides_.y), wrapped(p.z, sides_.z)};
    return state;
  }

  std::vector<Vec> forces() override { return in_order(bricks_.force); }

  void scale_velocities(double factor) override {
    stream_.wait();
    ljmd::scale_velocities(bricks_, static_cast<Real>(factor));
    check(cudaDeviceSynchronize());
  }

  int rebuilds() override { return words().rebuilds - 1; }

 private:
  bool thermostat() const { return settings_.thermostat.damping > 0; }

  void first_list() {
    bricks_.shared_places = bricks_.sizes.halo;
    const std::size_t bytes = bricks_.shared_places * sizeof(Vec4<Real>);
    allow_shared(bricks_, bytes);
    allow_shared_in_steps(bricks_, bytes);
    make_list(&bricks_.words->always);
    refuse(what_lacks(words(), bricks_.shared_places));
    make_room();
  }

  void make_room() {
    if (ljmd::make_room(bricks_, words().largest_halo, settings_.rebuild)) graph_.reset();
  }

  void make_list(const int* wanted) {
    find_cells(bricks_, now_, wanted, stream_);
    sort_into_bricks(bricks_, now_, wanted, stream_);
    list_bricks(bricks_, now_, wanted, stream_);
  }

  void after_move() {
    now_ = 1 - now_;
    if (settings_.rebuild) make_list(&bricks_.words->moved[1 - now_]);
  }

  void move() {
    full_step(bricks_, step_, now_, thermostat(), number_++, stream_);
    after_move();
  }

  // Launches the graph for at least this many steps; where lists are made again, the device may make fewer.
  void launch(int steps) {
    if (settings_.rebuild)
      check(cudaMemcpyAsync(&bricks_.words->left, &steps, sizeof steps, cudaMemcpyHostToDevice, stream_));
    for (int launched = 0; launched < steps; launched += steps_per_graph) check(cudaGraphLaunch(*graph_, stream_));
  }

  // Where lists are made again, the steps are a batch, and behind it there is a node whose body makes the lists: one
  // node for ten steps, because it takes time also when its body is skipped. Steps overlap if all blocks run at once.
  void capture() {
    const Graph graph;
    cudaGraphConditionalHandle condition{};
    if (settings_.rebuild) check(cudaGraphConditionalHandleCreate(&condition, graph, 0, 0));
    const bool overlap = run_at_once(bricks_, words().bricks);
    cudaGraph_t steps = nullptr;
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    for (int s = 0; s < steps_per_graph; ++s) {
      Step<Real> step = step_;
      step.in_batch = settings_.rebuild ? s : -1;
      step.follows = overlap && s > 0;
      full_step(bricks_, step, s % 2, false, 0, stream_);
    }
    if (settings_.rebuild) end_batch(bricks_.words, condition, stream_);
    check(cudaStreamEndCapture(stream_, &steps));
    cudaGraphNode_t last = nullptr;
    check(cudaGraphAddChildGraphNode(&last, graph, nullptr, 0, Graph(steps)));
    if (settings_.rebuild) {
      cudaGraph_t body = add_if(graph, last, condition);
      check(cudaStreamBeginCaptureToGraph(stream_, body, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
      make_list(&bricks_.words->always);
      check(cudaStreamEndCapture(stream_, &body));
    }
    graph_ = std::make_unique<GraphExec>(graph);
  }

  // In the order of the initial state.
  std::vector<Vec> in_order(const Vec4<Real>* from) {
    std::vector<Vec> ordered(bricks_.sizes.atoms);
    memory_.put_in_order(from, bricks_, stream_, ordered);
    return ordered;
  }

  BrickWords words() { return memory_.words(bricks_, stream_); }

  Settings settings_;
  Vec sides_;
  double mass_;
  Step<Real> step_;
  Bricks<Real> bricks_;
  BrickMemory<Real> memory_;
  Stream stream_;
  std::unique_ptr<GraphExec> graph_;
  int now_ = 0;
  std::uint32_t number_ = 0;  // of the step
};

}  // namespace

template <typename Real>
std::unique_ptr<Engine> all_on_gpu_fast(const State& state, const Settings& settings) {
  return std::make_unique<AllOnGpuFast<Real>>(state, settings);
}

template std::unique_ptr<Engine> all_on_gpu_fast<float>(const State&, const Settings&);
template std::unique_ptr<Engine> all_on_gpu_fast<double>(const State&, const Settings&);

}  // namespace ljmd
