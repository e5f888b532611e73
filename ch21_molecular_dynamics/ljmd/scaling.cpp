// One GPU against several.
#include "ch21_molecular_dynamics/ljmd/scaling.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "ch21_molecular_dynamics/model/rounding.h"
#include "common/devices.h"
#include "common/lesson.h"

namespace ljmd {

namespace {

constexpr ScalingSize on_gpu[] = {{40, 101, 2001}, {80, 41, 401}, {160, 21, 201}};

// 1, 2, 4 … and the largest number of slabs for which there are devices and which fit into the box.
std::vector<int> counts_of_slabs(const State& state, double list_radius) {
  const int most = all_reach_all(device_count()) ? slabs_for(state, list_radius, device_count()) : 1;
  std::vector<int> counts;
  for (int count = 1; count < most; count *= 2) counts.push_back(count);
  counts.push_back(most);
  return counts;
}

// On as many GPUs as the settings say, the faster way.
template <typename Real>
std::unique_ptr<Engine> engine_on(const State& state, const Settings& settings) {
  return settings.most_gpus == 1 ? all_on_gpu_fast<Real>(state, settings) : multi_gpu<Real>(state, settings);
}

}  // namespace

std::vector<ScalingSize> scaling_sizes(bool small, int slabs) {
  if (!small) return {std::begin(on_gpu), std::end(on_gpu)};
  const int least = 8;
  return {{std::max(least, 2 * slabs + slabs / 8 + 1), 1, 5}};
}

void ScalingTable::line(const std::string& rung, int gpus, const Speed& speed, double energy,
                        const std::string& allowed) {
  lines_.push_back({rung, std::to_string(gpus), settings_.rebuild ? "rebuilt" : "fixed", std::to_string(atoms_),
                    format("%.5f", speed.ms_per_step), format("%.4f", speed.atom_steps / 1e9),
                    format("%.3f", ms_alone_ / speed.ms_per_step), std::to_string(speed.rebuilds),
                    format("%.9g", energy), allowed});
  most_gpus_ = std::max(most_gpus_, gpus);
  if (best_gpus_ > 0 && speed.ms_per_step >= best_ms_) return;
  best_ms_ = speed.ms_per_step;
  best_gpus_ = gpus;
}

void ScalingTable::end_of_box() {
  if (best_gpus_ < most_gpus_)
    fewer_ += format(" %zu atoms, %s list: %d.", atoms_, settings_.rebuild ? "rebuilt" : "fixed", best_gpus_);
  best_gpus_ = most_gpus_ = 0;
}

void ScalingTable::alone(const State& state, const Settings& settings, int steps, const Speed& speed, Engine& engine) {
  end_of_box();
  state_ = &state;
  atoms_ = state.atoms();
  settings_ = settings;
  const Sample sample = engine.sample();
  ms_alone_ = speed.ms_per_step;
  energy_alone_ = sample.total();
  rounding_ = energy_rounding<float>(engine.state(), engine.forces(), sample, steps);
  line("all_on_gpu_fast", 1, speed, energy_alone_, "-");
}

void ScalingTable::several(const std::string& rung, int gpus, const Speed& speed, double energy) {
  const bool alike = slabs_add_alike(*state_, settings_.list_radius, gpus);
  const double allowed = alike ? 0 : rounding_;
  right_ = right_ && std::abs(energy - energy_alone_) <= allowed;
  line(rung, gpus, speed, energy, alike ? "the same bits" : format("%.2g", allowed));
}

bool ScalingTable::print(const TableFiles& files) {
  end_of_box();
  std::vector<std::vector<std::string>> lines = {{"rung", "GPUs", "list", "atoms", "ms a step", "10^9 atom-steps/s",
                                                  "x one GPU", "lists made", "energy (eV)", "may differ by"}};
  lines.insert(lines.end(), lines_.begin(), lines_.end());
  std::string what_to_see = "The larger the box, the smaller the share of its atoms near a border.";
  if (!fewer_.empty() && !emulated_device()) what_to_see += " Fewer GPUs than all are the fastest for" + fewer_;
  print_table("solid argon, float, lists within 11 A", lines, what_to_see, files);
  return right_;
}

bool print_scaling(unsigned seed, bool small, const TableFiles& files) {
  if (const std::string reason = lacking(brick_needs<float>); !reason.empty())
    throw Unsupported("all_on_gpu_fast " + reason);
  ScalingTable table;
  for (const ScalingSize& size : scaling_sizes(small, 1)) {
    const State state = argon(size.cells, Phase::solid, seed);
    for (const bool rebuild : {false, true}) {
      Settings settings;
      settings.rebuild = rebuild;
      for (const int gpus : counts_of_slabs(state, settings.list_radius)) {
        settings.most_gpus = gpus;
        const auto engine = engine_on<float>(state, settings);
        const Speed speed = speed_of(*engine, state.atoms(), size.warm_up, size.steps);
        if (gpus == 1)
          table.alone(state, settings, size.warm_up + size.steps, speed, *engine);
        else
          table.several("multi_gpu", gpus, speed, engine->sample().total());
      }
    }
  }
  return table.print(files);
}

template <typename Real>
int fastest_gpus(const State& state, const Settings& settings) {
  const std::vector<int> counts = counts_of_slabs(state, settings.list_radius);
  if (emulated_device()) return counts.back();
  constexpr int warm_up = 20, steps = 100;
  double best_ms = 0;
  int best = 0;
  std::string times;
  for (const int gpus : counts) {
    Settings some = settings;
    some.most_gpus = gpus;
    const double ms = speed_of(*engine_on<Real>(state, some), state.atoms(), warm_up, steps).ms_per_step;
    times += format("%s %d: %.4f", times.empty() ? "" : ",", gpus, ms);
    if (best > 0 && ms >= best_ms) continue;
    best_ms = ms;
    best = gpus;
  }
  std::printf("GPUs: ms a step:%s; the run takes %d\n", times.c_str(), best);
  return best;
}

template int fastest_gpus<float>(const State&, const Settings&);
template int fastest_gpus<double>(const State&, const Settings&);

}  // namespace ljmd
