// One GPU against several.
#include "ch21_molecular_dynamics/ljmd/scaling.h"

#include <cmath>

#include "ch21_molecular_dynamics/ljmd/bricks.h"
#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/speed.h"
#include "common/devices.h"
#include "common/format.h"
#include "common/lesson.h"
#include "common/values.h"

namespace ljmd {

namespace {

// These boxes have the same columns on one GPU as on two.
constexpr ScalingSize on_gpu[] = {{40, 101, 2001}, {80, 41, 401}, {160, 21, 201}};
constexpr ScalingSize on_emulator[] = {{8, 1, 5}};

// 1, 2, 4 … and the largest number of slabs for which there are devices and which fit into the box.
std::vector<int> counts_of_slabs(const State& state, double list_radius) {
  const int most = all_reach_all(device_count()) ? slabs_for(state, list_radius, device_count()) : 1;
  std::vector<int> counts;
  for (int count = 1; count < most; count *= 2) counts.push_back(count);
  counts.push_back(most);
  return counts;
}

}  // namespace

std::vector<ScalingSize> scaling_sizes(bool small) {
  return small ? std::vector<ScalingSize>(std::begin(on_emulator), std::end(on_emulator))
               : std::vector<ScalingSize>(std::begin(on_gpu), std::end(on_gpu));
}

void ScalingTable::add(const std::string& rung, int gpus, bool rebuild, std::size_t atoms, const Speed& speed,
                       double energy) {
  if (rung == "all_on_gpu_fast") {
    ms_alone_ = speed.ms_per_step;
    energy_alone_ = energy;
  }
  different_ = worse(different_, relative_error(energy, energy_alone_));
  lines_.push_back({rung, std::to_string(gpus), rebuild ? "rebuilt" : "fixed", std::to_string(atoms),
                    format("%.5f", speed.ms_per_step), format("%.4f", speed.atom_steps / 1e9),
                    format("%.3f", ms_alone_ / speed.ms_per_step), std::to_string(speed.rebuilds),
                    format("%.9g", energy)});
}

double ScalingTable::print(const TableFiles& files) const {
  std::vector<std::vector<std::string>> lines = {
      {"rung", "GPUs", "list", "atoms", "ms a step", "10^9 atom-steps/s", "x one GPU", "lists made", "energy (eV)"}};
  lines.insert(lines.end(), lines_.begin(), lines_.end());
  print_table("solid argon, float, lists within 11 A", lines,
              "The larger the box, the smaller the share of its atoms near a border.", files);
  return different_;
}

double print_scaling(unsigned seed, bool small, const TableFiles& files) {
  if (const std::string reason = lacking(brick_needs<float>); !reason.empty())
    throw Unsupported("all_on_gpu_fast " + reason);
  ScalingTable table;
  for (const ScalingSize& size : scaling_sizes(small)) {
    const State state = argon(size.cells, Phase::solid, seed);
    for (const bool rebuild : {false, true}) {
      Settings settings;
      settings.rebuild = rebuild;
      for (const int gpus : counts_of_slabs(state, settings.list_radius)) {
        settings.most_gpus = gpus;
        const auto engine = gpus == 1 ? all_on_gpu_fast<float>(state, settings) : multi_gpu<float>(state, settings);
        const Speed speed = speed_of(*engine, state.atoms(), size.warm_up, size.steps);
        table.add(gpus == 1 ? "all_on_gpu_fast" : "multi_gpu", gpus, rebuild, state.atoms(), speed,
                  engine->sample().total());
      }
    }
  }
  return table.print(files);
}

}  // namespace ljmd
