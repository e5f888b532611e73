// Reading the input file.
#include "ch21_molecular_dynamics/ljmd/plan.h"

#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "ch21_molecular_dynamics/ljmd/plan_values.h"
#include "ch21_molecular_dynamics/model/xyz.h"
#include "common/lesson.h"

namespace ljmd {

namespace {

constexpr int most_steps = 2'000'000'000;
constexpr double hottest = 1e5;

class Reader {
 public:
  void line(const std::string& text, const std::string& where) {
    Values values(text.substr(0, text.find('#')), where);
    std::istringstream words(text.substr(0, text.find('#')));
    std::string keyword;
    if (!(words >> keyword)) return;
    values.word("keyword");
    const auto known = keywords_.find(keyword);
    if (known == keywords_.end()) values.fail("unknown keyword '" + keyword + "'");
    known->second(values);
    values.end();
  }

  Plan plan(const std::string& path) {
    if (plan_.runs.empty()) throw UsageError(path + ": no run");
    return std::move(plan_);
  }

 private:
  void before_runs(const Values& values) const {
    if (!plan_.runs.empty()) values.fail("this must come before the first run");
  }

  void lattice(Values& v) {
    before_runs(v);
    const int x = v.whole("cells along x", 1, 1000), y = v.whole("cells along y", 1, 1000),
              z = v.whole("cells along z", 1, 1000);
    plan_.start = fcc_lattice(x, y, z, v.real("spacing", 1, 1000), mass_);
  }
  void read(Values& v) {
    before_runs(v);
    plan_.start = read_xyz(v.word("file"));
    plan_.start.mass = mass_;
  }
  void velocity(Values& v) {
    before_runs(v);
    if (plan_.start.atoms() == 0) v.fail("there are no atoms yet: lattice or read comes first");
    const double temperature = v.real("temperature", 0, hottest);
    random_velocities(plan_.start, temperature, v.whole("seed", 0, most_steps));
  }
  void potential(Values& v) {
    Potential& p = next_.settings.potential;
    p.epsilon = v.real("epsilon", 1e-6, 1e3);
    p.sigma = v.real("sigma", 0.1, 100);
    p.cutoff = v.real("cutoff", 0.1, 1000);
    p.shifted = v.first_of("shifted", "truncated");
  }
  void thermostat(Values& v) {
    next_.scale_every = 0;
    next_.hoover_to = next_.hoover_damping = 0;
    next_.settings.thermostat = {};
    const std::string kind = v.word("none, scale, langevin or nose_hoover");
    if (kind == "scale") {
      next_.scale_to = v.real("temperature", 0, hottest);
      next_.scale_every = v.whole("steps", 1, most_steps);
    } else if (kind == "langevin") {
      Thermostat& thermostat = next_.settings.thermostat;
      thermostat.temperature = v.real("temperature", 0, hottest);
      thermostat.damping = v.real("damping", 1, 1e9) / natural_time;
      thermostat.seed = v.whole("seed", 0, most_steps);
    } else if (kind == "nose_hoover") {
      next_.hoover_to = v.real("temperature", 1e-3, hottest);
      next_.hoover_damping = v.real("damping", 1, 1e9) / natural_time;
    } else if (kind != "none") {
      v.fail("'" + kind + "' is not one of none, scale, langevin, nose_hoover");
    }
  }
  void rung(Values& v) {
    next_.rung = v.word("name");
    for (const auto& known : ladder<float>)
      if (next_.rung == known.name) return;
    v.fail("there is no rung '" + next_.rung + "'");
  }
  void gpus(Values& v) {
    const std::string count = v.word("all, fastest or a number");
    next_.fastest = count == "fastest";
    next_.settings.most_gpus = 0;
    if (next_.fastest || count == "all") return;
    next_.settings.most_gpus = std::atoi(count.c_str());
    if (std::to_string(next_.settings.most_gpus) != count || next_.settings.most_gpus < 1)
      v.fail("'" + count + "' is not one of all, fastest or a number from 1 on");
  }
  void output(Values& v, Output& to) {
    to = {};
    to.every = v.whole("steps", 0, most_steps);
    if (to.every > 0) to.path = v.word("file");
  }
  void run(Values& v) {
    next_.steps = v.whole("steps", 0, most_steps);
    next_.where = v.where();
    if (plan_.start.atoms() == 0) v.fail("there are no atoms yet: lattice or read comes first");
    try {
      validate(plan_.start, next_.settings);
    } catch (const UsageError& error) {
      v.fail(error.what());
    }
    plan_.runs.push_back(next_);
  }

  Plan plan_;
  Run next_;
  double mass_ = 40;
  const std::map<std::string, std::function<void(Values&)>> keywords_ = {
      {"lattice", [this](Values& v) { lattice(v); }},
      {"read", [this](Values& v) { read(v); }},
      {"mass", [this](Values& v) { before_runs(v), plan_.start.mass = mass_ = v.real("mass", 0.1, 1e4); }},
      {"velocity", [this](Values& v) { velocity(v); }},
      {"potential", [this](Values& v) { potential(v); }},
      {"list",
       [this](Values& v) {
         next_.settings.list_radius = v.real("radius", 0.1, 1000);
         next_.settings.rebuild = v.first_of("rebuilt", "fixed");
       }},
      {"time_step", [this](Values& v) { next_.settings.time_step = v.real("time step", 1e-6, 1e3) / natural_time; }},
      {"thermostat", [this](Values& v) { thermostat(v); }},
      {"rung", [this](Values& v) { rung(v); }},
      {"gpus", [this](Values& v) { gpus(v); }},
      {"thermo", [this](Values& v) { output(v, next_.thermo); }},
      {"dump", [this](Values& v) { output(v, next_.dump); }},
      {"restart", [this](Values& v) { next_.restart = v.word("file"); }},
      {"run", [this](Values& v) { run(v); }},
  };
};

}  // namespace

Plan read_plan(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read");
  Reader reader;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    reader.line(line, path + ":" + std::to_string(number) + ": ");
  if (file.bad()) throw UsageError(path + ": cannot be read");
  return reader.plan(path);
}

}  // namespace ljmd
