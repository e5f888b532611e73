// Four panels with a disc per atom of one layer: the higher the atom in the layer, the brighter its disc.
#include "ch21_molecular_dynamics/ljmd/melting.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>

#include "ch21_molecular_dynamics/ljmd/ljmd.h"
#include "common/check.h"
#include "common/image.h"
#include "common/lesson.h"

namespace ljmd {

namespace {

constexpr int panels = 4, side = 300, gap = 6;
constexpr double spacing = 5.6, radius = 1.2;  // Å

void draw_disc(Image& image, int left, double x, double y, double size, float brightness) {
  for (int row = static_cast<int>(y - size); row <= y + size; ++row)
    for (int col = static_cast<int>(x - size); col <= x + size; ++col) {
      const bool inside = std::hypot(col - x, row - y) <= size;
      if (!inside || row < 0 || row >= side || col < 0 || col >= side) continue;
      float& pixel = image.values[static_cast<std::size_t>(row) * image.width + left + col];
      pixel = std::max(pixel, brightness);
    }
}

void draw_panel(Image& image, int panel, const State& state) {
  const double scale = side / std::max(state.box.x, state.box.y);
  for (const Vec& p : state.position) {
    if (p.z >= spacing) continue;
    draw_disc(image, panel * (side + gap), p.x * scale, p.y * scale, std::max(radius * scale, 1.0),
              static_cast<float>(90 + 165 * p.z / spacing));
  }
}

}  // namespace

double lattice_order(const State& state, double lattice_spacing) {
  const double wave = 2 * std::acos(-1.0) / lattice_spacing;
  std::complex<double> sum = 0;
  for (const Vec& p : state.position) sum += std::polar(1.0, wave * (p.x + p.y + p.z));
  return std::abs(sum) / static_cast<double>(state.atoms());
}

void draw_melting(const std::string& path, int cells, int steps, unsigned seed) {
  if (const std::string reason = lacking(brick_needs<float>); !reason.empty())
    throw Unsupported("all_on_gpu_fast " + reason);
  State start = fcc_lattice(cells, cells, cells, spacing, 40);
  random_velocities(start, 60, seed);
  Settings settings;
  settings.thermostat = {300, 200 / natural_time, seed};
  validate(start, settings);
  const auto engine = all_on_gpu_fast<float>(start, settings);
  Image image{panels * side + (panels - 1) * gap, side, 1, 255, {}};
  image.values.assign(image.pixels(), 0);
  for (int panel = 0, done = 0; panel < panels; ++panel) {
    const int next = static_cast<int>(static_cast<long long>(steps) * panel / (panels - 1));
    engine->advance(next - done);
    done = next;
    const State state = engine->state();
    draw_panel(image, panel, state);
    std::printf("%7.2f ps: %6.1f K, order %.3f\n", done * settings.time_step * natural_time / 1000,
                engine->sample().temperature(state.atoms()), lattice_order(state, spacing));
  }
  write_image(path, image);
}

}  // namespace ljmd
