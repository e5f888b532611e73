// Curves of the energies.
#include "ch21_molecular_dynamics/ljmd/energies.h"

#include <cmath>
#include <cstdio>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/plot.h"

namespace ljmd {

namespace {

constexpr int every = 5;  // steps between two points

struct Point {
  double ps, kinetic, potential, total;  // eV per atom
};

std::vector<Point> course(int cells, int steps, unsigned seed, bool shifted) {
  if (const std::string reason = lacking(brick_needs<double>); !reason.empty())
    throw Unsupported("all_on_gpu_fast " + reason);
  const State state = argon(cells, Phase::solid, seed);
  Settings settings;
  settings.potential.shifted = shifted;
  const auto engine = all_on_gpu_fast<double>(state, settings);
  const double n = static_cast<double>(state.atoms());
  std::vector<Point> points;
  for (int done = 0; done <= steps; done += every) {
    const Sample s = engine->sample();
    points.push_back({done * settings.time_step * natural_time / 1000, s.kinetic / n, s.potential / n, s.total() / n});
    engine->advance(every);
  }
  return points;
}

Curve curve(const std::string& name, const std::vector<Point>& points, double Point::*energy) {
  Curve curve{name, {}};
  for (const Point& p : points) curve.points.emplace_back(p.ps, p.*energy);
  return curve;
}

// The relative change since the start; prints the fluctuation.
Curve change(const std::string& name, const std::vector<Point>& points) {
  const double start = points.front().total;
  Curve curve{name, {}};
  double mean = 0, square = 0;
  for (const Point& p : points) mean += p.total / static_cast<double>(points.size());
  for (const Point& p : points) {
    curve.points.emplace_back(p.ps, (p.total - start) / std::abs(start));
    square += (p.total - mean) * (p.total - mean) / static_cast<double>(points.size());
  }
  std::printf("%s potential: the total energy fluctuates by %.2e of its mean\n", name.c_str(),
              std::sqrt(square) / std::abs(mean));
  return curve;
}

void write(const Plot& plot, const std::string& name) {
  plot.write_svg(name + ".svg");
  plot.write_csv(name + ".csv");
}

}  // namespace

void plot_energies(const std::string& name, int cells, int steps, unsigned seed) {
  const auto shifted = course(cells, steps, seed, true), truncated = course(cells, steps, seed, false);
  Plot energies("Solid argon", "time (ps)", "energy (eV per atom)");
  energies.add(curve("kinetic", shifted, &Point::kinetic));
  energies.add(curve("potential", shifted, &Point::potential));
  energies.add(curve("total", shifted, &Point::total));
  write(energies, name);
  Plot changes("Solid argon, steps of 5 fs", "time (ps)", "relative change of the total energy");
  changes.add(change("shifted", shifted));
  changes.add(change("truncated", truncated));
  write(changes, name + "_change");
}

}  // namespace ljmd
