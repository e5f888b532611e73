// A run is cut where something has to be written, scaled or shown; between the cuts the engine runs by itself.
#include "ch21_molecular_dynamics/ljmd/run_plan.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/scaling.h"
#include "ch21_molecular_dynamics/model/nose_hoover.h"
#include "ch21_molecular_dynamics/model/output_file.h"
#include "ch21_molecular_dynamics/model/xyz.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/ranks.h"
#include "common/timer.h"

namespace ljmd {

namespace {

constexpr double ms_between_shows = 500;

template <typename Real>
std::unique_ptr<Engine> start_in(const Run& run, Settings settings, const State& state) {
  for (const auto& rung : ladder<Real>) {
    if (run.rung != rung.name) continue;
    if (const std::string reason = lacking(rung.needs); !reason.empty()) throw Unsupported(run.rung + " " + reason);
    if (run.fastest && run.rung == "multi_gpu" && !settings.ranks) {
      settings.most_gpus = fastest_gpus<Real>(state, settings);
      if (settings.most_gpus == 1) return all_on_gpu_fast<Real>(state, settings);
    }
    return rung.run(state, settings);
  }
  throw std::logic_error("no such rung");  // read_plan() has checked
}

bool is_csv(const std::string& path) {
  return path.ends_with(".csv");
}

std::string thermo_heading(const std::string& path) {
  return is_csv(path) ? "step,time_fs,temperature_K,kinetic_eV,potential_eV,total_eV,pressure_bar\n"
                      : "# step, time (fs), temperature (K), kinetic, potential, total energy (eV), pressure (bar)\n";
}

// The outputs of a plan: runs that name the same file share it.
class Files {
 public:
  OutputFile& open(const std::string& path, const std::string& heading) {
    std::unique_ptr<OutputFile>& file = files_[path];
    if (!file) {
      file = std::make_unique<OutputFile>(path);
      if (!heading.empty()) file->append(heading);
    }
    return *file;
  }

 private:
  std::map<std::string, std::unique_ptr<OutputFile>> files_;
};

class Runner {
 public:
  Runner(const Plan& plan, bool single, const Ranks* ranks)
      : state_(plan.start),
        single_(single),
        ranks_(ranks),
        writes_(!ranks || ranks->rank == 0),
        shows_(!ranks && isatty(STDERR_FILENO)) {
    if (!writes_) return;
    for (const Run& run : plan.runs) {  // a file that cannot be written fails before the first step
      if (run.thermo.every > 0) files_.open(run.thermo.path, thermo_heading(run.thermo.path));
      if (run.dump.every > 0) files_.open(run.dump.path, "");
    }
  }

  void run(const Run& run) {
    const auto engine = start(run);
    std::optional<NoseHoover> chain;
    if (run.hoover_damping > 0)
      chain.emplace(run.hoover_to, run.hoover_damping, run.settings.time_step, state_.atoms());
    const CpuTimer timer;
    double shown = 0;
    for (int done = 0;;) {
      write(run, *engine, done);
      if (done == run.steps) break;
      const int next = next_cut(run, done);
      if (chain) {
        chain->advance(*engine, next - done);
      } else {
        engine->advance(next - done);
      }
      done = next;
      if (run.scale_every > 0 && done % run.scale_every == 0)
        engine->scale_velocities(scaling_factor(run.scale_to, engine->sample().temperature(state_.atoms())));
      if (shows_ && timer.ms() - shown > ms_between_shows) {
        engine->sample();
        show(run, done, shown = timer.ms());
      }
    }
    const Sample sample = engine->sample();
    const double ms = timer.ms();
    time_ += run.steps * run.settings.time_step * natural_time;
    state_ = engine->state();
    if (!run.restart.empty() && writes_) replace_file(run.restart, xyz_frame(state_, time_, 17));
    std::printf("%s%d steps of %zu atoms by %s: %.3f s, %.3g atom-steps/s, list rebuilt %d times; %.2f K, %.9g eV\n",
                run.where.c_str(), run.steps, state_.atoms(), run.rung.c_str(), ms / 1000,
                static_cast<double>(state_.atoms()) * run.steps / ms * 1000, engine->rebuilds(),
                sample.temperature(state_.atoms()), sample.total());
    steps_ += run.steps;
  }

 private:
  std::unique_ptr<Engine> start(const Run& run) const {
    Settings settings = run.settings;
    settings.ranks = ranks_;
    return single_ ? start_in<float>(run, settings, state_) : start_in<double>(run, settings, state_);
  }

  // The next step after done at which the engine has to stop.
  int next_cut(const Run& run, int done) const {
    int next = run.steps;
    const auto cut = [&](int every) {
      if (every > 0 && every - done % every < next - done) next = done + every - done % every;
    };
    cut(run.thermo.every);
    cut(run.dump.every);
    cut(run.scale_every);
    if (shows_) cut(100);
    return next;
  }

  void write(const Run& run, Engine& engine, int done) {
    const double time = time_ + done * run.settings.time_step * natural_time;
    if (run.thermo.every > 0 && done % run.thermo.every == 0) {
      const Sample s = engine.sample();
      const char* pattern = is_csv(run.thermo.path) ? "%lld,%.10g,%.9g,%.12g,%.12g,%.12g,%.9g\n"
                                                    : "%10lld %12.10g %11.9g %18.12g %18.12g %18.12g %14.9g\n";
      append(run.thermo.path, format(pattern, steps_ + done, time, s.temperature(state_.atoms()), s.kinetic,
                                     s.potential, s.total(), s.pressure(state_.volume())));
    }
    if (run.dump.every > 0 && done % run.dump.every == 0) append(run.dump.path, xyz_frame(engine.state(), time, 9));
  }

  void append(const std::string& path, const std::string& record) {
    if (writes_) files_.open(path, "").append(record);
  }

  void show(const Run& run, int done, double ms) const {
    std::fprintf(stderr, "\rstep %d of %d, %.3g atom-steps/s, %.0f s left   ", done, run.steps,
                 static_cast<double>(state_.atoms()) * done / ms * 1000, ms / 1000 / done * (run.steps - done));
    if (done == run.steps) std::fprintf(stderr, "\n");
  }

  State state_;
  bool single_;
  const Ranks* ranks_;
  bool writes_, shows_;
  Files files_;
  double time_ = 0;  // fs, before the run
  long long steps_ = 0;
};

}  // namespace

void run_plan(const Plan& plan, bool single, const Ranks* ranks) {
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit of a file's size then fails like one to a full disk
  Runner runner(plan, single, ranks);
  for (const Run& run : plan.runs) {
    try {
      runner.run(run);
    } catch (const SimulationError& error) {
      throw SimulationError(run.where + error.what());
    }
  }
}

}  // namespace ljmd
