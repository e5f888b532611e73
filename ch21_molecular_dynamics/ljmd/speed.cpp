// Atom-steps per second of each rung, as a function of the number of atoms.
#include "ch21_molecular_dynamics/ljmd/speed.h"

#include <cstdio>

#include "common/devices.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/timer.h"

namespace ljmd {

Speed speed_of(Engine& engine, std::size_t atoms, int warm_up, int steps) {
  const int devices = device_count();
  engine.advance(warm_up);
  const int rebuilds = engine.rebuilds();
  synchronize_devices(devices);
  const CpuTimer timer;
  engine.advance(steps);
  synchronize_devices(devices);
  const double ms = timer.ms();
  engine.sample();  // throws if the simulation has failed
  return {ms / steps, static_cast<double>(atoms) * steps / ms * 1000, engine.rebuilds() - rebuilds};
}

namespace {

struct Case {
  int rung, cells, warm_up, steps;
  Phase phase;
  bool rebuild;
};

enum RungNumber { one_core, forces, all, fast };

constexpr Phase solid = Phase::solid, liquid = Phase::liquid;

// Enough steps that their start and end do not matter; fewer where a step is slow.
constexpr Case on_gpu[] = {
    {one_core, 10, 2, 20, solid, false}, {one_core, 20, 1, 10, solid, false}, {one_core, 30, 1, 4, solid, false},
    {one_core, 40, 1, 2, solid, false},  {forces, 10, 10, 100, solid, false}, {forces, 20, 5, 50, solid, false},
    {forces, 30, 5, 30, solid, false},   {forces, 40, 5, 20, solid, false},   {all, 10, 100, 2000, solid, false},
    {all, 20, 100, 2000, solid, false},  {all, 30, 100, 1000, solid, false},  {all, 40, 100, 1000, solid, false},
    {fast, 10, 101, 2001, solid, false}, {fast, 20, 101, 2001, solid, false}, {fast, 30, 101, 2001, solid, false},
    {fast, 40, 101, 2001, solid, false}, {fast, 100, 21, 201, solid, false},  {fast, 160, 11, 101, solid, false},
    {fast, 40, 301, 2001, solid, true},  {fast, 100, 101, 301, solid, true},  {fast, 160, 31, 101, solid, true},
    {fast, 40, 301, 2001, liquid, true}, {fast, 100, 101, 301, liquid, true},
};

constexpr Case on_emulator[] = {
    {one_core, 5, 1, 10, solid, false}, {forces, 5, 1, 10, solid, false}, {all, 5, 1, 10, solid, false},
    {fast, 5, 1, 13, solid, false},     {fast, 5, 1, 13, solid, true},    {fast, 5, 1, 13, liquid, true},
};

struct Measured {
  std::vector<std::vector<std::string>> lines;
  std::vector<Curve> curves;  // atom-steps/s over atoms; one for each rung, argon and list
};

template <std::size_t count>
Measured measure(const Case (&cases)[count], unsigned seed) {
  Measured all{{{"rung", "argon", "list", "atoms", "ms a step", "10^9 atom-steps/s", "lists made"}}, {}};
  for (const Case& c : cases) {
    const State state = argon(c.cells, c.phase, seed);
    Settings settings;
    settings.rebuild = c.rebuild;
    const auto& rung = ladder<float>[c.rung];
    const Speed speed = speed_of(*rung.run(state, settings), state.atoms(), c.warm_up, c.steps);
    const std::string argon = c.phase == solid ? "solid" : "liquid", list = c.rebuild ? "rebuilt" : "fixed";
    all.lines.push_back({rung.name, argon, list, std::to_string(state.atoms()), format("%.5f", speed.ms_per_step),
                         format("%.4f", speed.atom_steps / 1e9), std::to_string(speed.rebuilds)});
    const std::string name = std::string(rung.name) + ", " + argon + ", " + list;
    if (all.curves.empty() || all.curves.back().name != name) all.curves.push_back({name, {}});
    all.curves.back().points.emplace_back(static_cast<double>(state.atoms()), speed.atom_steps);
  }
  return all;
}

}  // namespace

void print_parts(unsigned seed, bool small, const TableFiles& files) {
  std::vector<std::vector<std::string>> lines = {
      {"rung", "atoms", "force (ms)", "copies (ms)", "integration (ms)", "200 steps (ms)"}};
  constexpr int steps = 200;
  for (const int rung : {one_core, forces, all, fast})
    for (const int cells : {10, 20, 30, 40}) {
      if (small && cells > 10) continue;
      const State state = argon(small ? 5 : cells, Phase::solid, seed);
      Settings settings;
      settings.rebuild = false;
      const int measured = small || rung == one_core ? 4 : steps;  // one core takes seconds for 200
      const auto engine = ladder<float>[rung].run(state, settings);
      const double ms = speed_of(*engine, state.atoms(), 1, measured).ms_per_step * steps;
      settings.time_parts = true;
      const auto in_parts = ladder<float>[rung].run(state, settings);
      in_parts->advance(1);
      const Parts before = in_parts->parts();
      in_parts->advance(measured);
      const Parts after = in_parts->parts();
      const auto part = [&](double Parts::*ms_of) {
        const double sum = (after.*ms_of - before.*ms_of) / measured * steps;
        return sum > 0 ? format("%.3f", sum) : std::string("-");
      };
      lines.push_back({ladder<float>[rung].name, std::to_string(state.atoms()), part(&Parts::force),
                       part(&Parts::copies), part(&Parts::integration), format("%.3f", ms)});
    }
  print_table("solid argon, float, the fixed list", lines,
              "On one core the force is nearly all of a step. Where only the force is on the GPU, copies and the "
              "host's work limit a step, in the later rungs the force.",
              files);
}

void print_speeds(unsigned seed, bool small, const TableFiles& files, const std::string& plot_name) {
  Measured all = small ? measure(on_emulator, seed) : measure(on_gpu, seed);
  print_table("atom-steps per second, float, lists within 11 A", all.lines,
              "A step's time per atom falls until the GPU is full.", files);
  if (plot_name.empty()) return;
  Plot plot("Argon, float, lists within 11 A", "atoms", "atom-steps per second", Scale::logarithmic,
            Scale::logarithmic);
  for (Curve& curve : all.curves) plot.add(std::move(curve));
  plot.write_svg(plot_name + ".svg");
  plot.write_csv(plot_name + ".csv");
}

}  // namespace ljmd
