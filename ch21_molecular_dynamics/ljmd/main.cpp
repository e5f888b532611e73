// Simulates solid argon with every rung: the same steps and the same energy, in different times. Or runs an input file.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "ch21_molecular_dynamics/all_on_gpu/experiments.h"
#include "ch21_molecular_dynamics/ljmd/energies.h"
#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/melting.h"
#include "ch21_molecular_dynamics/ljmd/plan.h"
#include "ch21_molecular_dynamics/ljmd/ranks_program.h"
#include "ch21_molecular_dynamics/ljmd/run_plan.h"
#include "ch21_molecular_dynamics/ljmd/scaling.h"
#include "ch21_molecular_dynamics/ljmd/speed.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/ranks.h"
#include "common/values.h"

using namespace ljmd;

namespace {

constexpr double bound_of_floats = 1e-5;
// The terms of a force add up to less than 1 eV/Å; rounding changes that by up to 250 units of 2^-24.
constexpr double bound_of_forces = 250 * 0x1p-24;

// The larger difference of the kinetic and the potential energy, relative to the potential energy.
double energy_error(const Sample& sample, const Sample& expected) {
  const double kinetic = std::abs(sample.kinetic - expected.kinetic);
  return worse(kinetic, std::abs(sample.potential - expected.potential)) / std::abs(expected.potential);
}

template <typename Real>
void compare_rungs(Lesson& lesson, int cells, int steps, double bound) {
  const State state = argon(cells, Phase::solid, lesson.seed());
  const Settings settings;
  validate(state, settings);
  const auto reference = serial<double>(state, settings);
  reference->advance(steps + 1);
  const Sample expected = reference->sample();
  const Work work = {.bound = bound, .items = static_cast<double>(state.atoms()) * steps};
  Report& report = lesson.report(work, std::to_string(state.atoms()) + " atoms, " + std::to_string(steps) + " steps");
  for (const auto& rung : ladder<Real>) {
    if (!report.fits(rung.name, rung.needs)) continue;
    const auto engine = rung.run(state, settings);
    const Speed speed = speed_of(*engine, state.atoms(), 1, steps);
    report.row(rung.name, speed.ms_per_step * steps, energy_error(engine->sample(), expected));
  }
  report.print("Fewer copies, launches and queries make a rung faster; the energy stays the same.");
}

// What the program does instead of comparing the rungs, if this option is given.
struct Mode {
  std::string option;
  std::function<void(const std::string& value)> run;
  const bool* flag = nullptr;
  const std::string* value = nullptr;  // of an option that takes a file or a name

  bool given() const { return flag ? *flag : !value->empty(); }
};

// The mode that is given; null: none. Throws UsageError if there are two.
const Mode* chosen(const std::vector<Mode>& modes) {
  const Mode* found = nullptr;
  for (const Mode& mode : modes) {
    if (mode.given() && found) throw UsageError(found->option + " and " + mode.option + " are two things to do");
    if (mode.given()) found = &mode;
  }
  return found;
}

// An input file; with ranks, multi_gpu must be its only rung.
void simulate(Lesson& lesson, Ranks* ranks, const std::string& input) {
  const Plan plan = read_plan(input);
  if (!ranks) return run_plan(plan, lesson.single());
  for (const Run& run : plan.runs)
    if (run.rung != "multi_gpu") throw UsageError(run.where + "ranks need the rung multi_gpu, not " + run.rung);
  work_in_ranks(*ranks, lesson.single() ? brick_needs<float> : brick_needs<double>,
                [&] { run_plan(plan, lesson.single(), ranks); });
}

void compare_gpus(Lesson& lesson, Ranks* ranks) {
  const bool small = emulated_device();
  if (!ranks) return lesson.expect(print_scaling(lesson.seed(), small, lesson.files()), "the energy on several GPUs");
  work_in_ranks(*ranks, brick_needs<float>, [&] {
    lesson.expect(print_scaling_of_ranks(*ranks, lesson.seed(), small, lesson.files()), "the energy in ranks");
  });
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("ljmd",
                "Argon by velocity Verlet: one core, forces on the GPU, everything on the GPU, and as fast as we can.");
  lesson.heading("The crystal and its run");
  const std::size_t& cells = lesson.size("--cells", 20, 6, "cells along each side, 4 atoms each", 5, 100);
  const std::size_t& steps = lesson.size("--steps", 100, 20, "time steps of 5 fs", 1, 100'000);
  const std::size_t& asked =
      lesson.size("--ranks", 1, 1, "processes with a GPU each, started by mpirun: for --input and --gpus", 1, 1024);

  Ranks* ranks = nullptr;  // unless mpirun has started this process
  std::vector<Mode> modes;
  const auto with_value = [&](const char* option, const char* what, auto run) {
    modes.push_back({option, run, nullptr, &lesson.text(option, "", what)});
  };
  const auto alone = [&](const char* option, const char* what, auto run) {
    modes.push_back({option, [run](const std::string&) { run(); }, &lesson.flag(option, what)});
  };
  lesson.heading("Instead of comparing the rungs, simulate");
  with_value("--input", "what this file says (plan.h has the keywords)",
             [&](const std::string& file) { simulate(lesson, ranks, file); });
  with_value("--energies", "draw the energies as functions of time into files of this name, .svg and .csv",
             [&](const std::string& name) {
               plot_energies(name, static_cast<int>(cells), static_cast<int>(steps), lesson.seed());
             });
  with_value("--melting", "draw a crystal while it melts into this file (PGM)", [&](const std::string& file) {
    draw_melting(file, static_cast<int>(cells), static_cast<int>(steps), lesson.seed());
  });
  lesson.heading("Instead of comparing the rungs, measure");
  alone("--bench", "atom-steps/s from 4000 to 16 million atoms",
        [&] { print_speeds(lesson.seed(), emulated_device(), lesson.files(), ""); });
  with_value("--speeds", "as --bench, and draw its curves into files of this name, .svg and .csv",
             [&](const std::string& name) { print_speeds(lesson.seed(), emulated_device(), lesson.files(), name); });
  alone("--parts", "where the time of a step goes: force, copies, integration, total",
        [&] { print_parts(lesson.seed(), emulated_device(), lesson.files()); });
  alone("--experiments", "the force kernel in variants with one change each", [&] {
    const double different =
        print_experiments(static_cast<int>(cells), lesson.repeats(), lesson.seed(), lesson.files());
    lesson.expect(different <= bound_of_forces, "a variant's forces");
  });
  alone("--gpus", "atom-steps/s of one GPU and of several, up to 16 million atoms",
        [&] { compare_gpus(lesson, ranks); });

  const auto run = [&] {
    const Mode* mode = chosen(modes);
    const bool for_ranks = mode && (mode->option == "--input" || mode->option == "--gpus");
    if (ranks && !for_ranks) throw UsageError("ranks take --input, with the rung multi_gpu, or --gpus");
    if (!ranks && (asked > 1 || started_as_rank()))
      throw Unsupported("ranks need MPI and NCCL, which this build does not have");
    if (mode) return mode->run(mode->value ? *mode->value : "");
    // Rounding differs from rung to rung, and each step makes the differences a little larger.
    if (lesson.single()) {
      compare_rungs<float>(lesson, static_cast<int>(cells), static_cast<int>(steps), bound_of_floats);
    } else {
      compare_rungs<double>(lesson, static_cast<int>(cells), static_cast<int>(steps), 1e-9);
    }
  };
  return in_ranks(argc, argv, [&](Ranks* some) {
    ranks = some;
    return lesson.main(argc, argv, run);
  });
}
