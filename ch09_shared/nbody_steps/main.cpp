// A rotating cloud of bodies: the energy's error as a function of time, with a step and with half of it; images on
// request.
#include <algorithm>
#include <cstdio>

#include "ch09_shared/nbody_steps/nbody_steps.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace nbody_steps;

// A ball of bodies with a total mass of 1 that rotates around z, at about the speed that its gravity allows.
Motion turning_ball(std::size_t n, unsigned seed) {
  const std::vector<double> random = random_reals<double>(3 * n, -1, 1, seed);
  Motion m{std::vector<Body>(n), std::vector<Vector>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    const double x = random[3 * i], y = random[3 * i + 1], z = random[3 * i + 2] / 4;
    m.bodies[i] = {x, y, z, 1.0 / static_cast<double>(n)};
    m.velocities[i] = {-0.8 * y, 0.8 * x, 0};
  }
  return m;
}

// The bodies seen along z: each pixel is lighter with every body in it.
void write_frame(const std::string& path, const std::vector<Body>& bodies) {
  constexpr int side = 256;
  Image image{side, side, 1, 255, std::vector<float>(side * side, 0)};
  for (const Body& body : bodies) {
    const int x = static_cast<int>((body.x + 2) / 4 * side), y = static_cast<int>((2 - body.y) / 4 * side);
    if (x < 0 || x >= side || y < 0 || y >= side) continue;
    float& pixel = image.values[y * side + x];
    pixel = std::min(pixel + 32, 255.0f);
  }
  write_image(path, image);
}

struct Outcome {
  double largest_error, last_error, ms;  // of the energy, relative; of one step
};

// Runs to the end in 16 parts, and computes the energy after each.
Outcome simulate(const Rung& rung, const Motion& start, double dt, int steps, const std::string& frames) {
  const std::size_t n = start.bodies.size();
  DeviceBuffer<Body> d_bodies(start.bodies);
  DeviceBuffer<Vector> d_velocities(start.velocities), d_accelerations(n);
  const double energy = energy_of(start);
  Outcome outcome = {};
  double ms = 0;
  for (int part = 0; part < 16; ++part) {
    const int count = steps * (part + 1) / 16 - steps * part / 16;
    ms += median_host_ms([&] { rung.run(d_bodies.data(), d_velocities.data(), d_accelerations.data(), n, dt, count); },
                         1, 0);
    const Motion now{d_bodies.to_host(), d_velocities.to_host()};
    outcome.last_error = (energy_of(now) - energy) / std::abs(energy);
    outcome.largest_error = std::max(outcome.largest_error, std::abs(outcome.last_error));
    if (!frames.empty()) write_frame(format("%s-%s-%02d.pgm", frames.c_str(), rung.name, part), now.bodies);
  }
  outcome.ms = ms / steps;
  return outcome;
}

void show(Lesson& lesson, std::size_t n, int steps, double time, const std::string& frames) {
  const Motion start = turning_ball(n, lesson.seed());
  std::vector<std::vector<std::string>> lines{
      {"rung", "steps", "dt", "ms per step", "largest error of the energy", "at the end", "half the step: x smaller"}};
  for (const Rung& rung : ladder()) {
    const Outcome whole = simulate(rung, start, time / steps, steps, frames);
    const Outcome half = simulate(rung, start, time / steps / 2, 2 * steps, "");
    lesson.expect(half.largest_error < whole.largest_error, std::string(rung.name) + ": a shorter step is better");
    lines.push_back({rung.name, std::to_string(steps), format("%.4g", time / steps), format("%.4f", whole.ms),
                     format("%.2e", whole.largest_error), format("%+.2e", whole.last_error),
                     format("%.1f", whole.largest_error / half.largest_error)});
  }
  print_table(
      format("%zu bodies, to the time %g", n, time), lines,
      "The forces and their cost are the same. Only the order in which velocities and positions advance differs.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("nbody_steps",
                "Moving bodies: three orders of the same kernels, and the error of the energy with each.");
  const std::size_t& n = lesson.size("--n", 4096, 64, "bodies", 2, 100'000);
  const std::size_t& steps =
      lesson.size("--steps", 160, 32, "steps; then twice as many of half the length", 16, 1'000'000);
  const double& time = lesson.real("--time", 2, "duration of the motion", 1e-3, 1000);
  const std::string& frames =
      lesson.text("--frames", "", "write 16 pictures per rung: this name, rung and number, .pgm");
  return lesson.main(argc, argv, [&] { show(lesson, n, static_cast<int>(steps), time, frames); });
}
