// A small plate compared with the CPU; then large ones on 1, 2, 4 … GPUs: a plate of fixed size, and one that grows
// with the number of GPUs.
#include <algorithm>
#include <cstdio>
#include <limits>

#include "ch14_multi_gpu/halo_exchange/halo_exchange.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace halo_exchange;

// 1, 2, 4 … and all.
std::vector<int> counts_of_devices() {
  std::vector<int> counts;
  for (int count = 1; count < device_count(); count *= 2) counts.push_back(count);
  counts.push_back(device_count());
  return counts;
}

bool runs_on(const Rung& rung, int devices) {
  return !rung.mapped || all_reach_all(devices);
}

void check_small(Lesson& lesson, std::size_t side, int steps) {
  const std::vector<float> u = random_reals<float>(side * side, 0, 1, lesson.seed());
  std::vector<float> expected = u;
  for (int step = 0; step < steps; ++step) expected = step_cpu(expected, side, side);
  double wrong = 0;
  for (const Rung& rung : ladder()) {
    for (int devices = 1; devices <= device_count(); ++devices) {
      if (!runs_on(rung, devices)) continue;
      Plate plate(devices, side, side);
      plate.set(u);
      rung.run(plate, steps);
      plate.wait();
      const double different = mismatches(plate.to_host(), expected);
      lesson.expect(different == 0, format("%s on %d GPUs", rung.name, devices));
      wrong += different;
    }
  }
  if (!all_reach_all(device_count()))
    std::printf("skipped: signalled, since these GPUs cannot access each other's memory\n");
  std::printf("%zu x %zu points, %d steps, 1 to %d GPUs: %.0f values differ from the CPU's\n", side, side, steps,
              device_count(), wrong);
}

struct Size {
  std::size_t rows, cols;
};

// ms per step. The plate must be the same as with another number of GPUs: *fingerprint, if it is not 0.
double time(Lesson& lesson, const Rung& rung, int devices, Size size, double points, std::uint64_t* fingerprint) {
  const double of_plate = static_cast<double>(size.rows) * static_cast<double>(size.cols);
  const int steps = static_cast<int>(std::clamp(points / of_plate, 2.0, 2000.0));
  Plate plate(devices, size.rows, size.cols);
  plate.fill();
  const double ms = median_host_ms(
      [&] {
        rung.run(plate, steps);
        plate.wait();
      },
      lesson.repeats(), lesson.warm_ups());
  plate.fill();  // how often the timed steps ran depends on how long they took
  rung.run(plate, steps);
  plate.wait();
  const std::uint64_t found = plate.fingerprint();
  if (*fingerprint == 0) *fingerprint = found;
  lesson.expect(*fingerprint == found, format("%s on %d GPUs, %zu x %zu", rung.name, devices, size.rows, size.cols));
  return ms / steps;
}

// One line per number of GPUs, columns for each rung. weak: each GPU has n rows; otherwise n rows in all.
void show_scaling(Lesson& lesson, std::size_t n, bool weak, double points, Plot& plot) {
  std::vector<std::vector<std::string>> lines{{"GPUs"}};
  std::vector<Curve> curves;
  for (const Rung& rung : ladder()) {
    const std::string name = rung.name;
    lines[0].insert(lines[0].end(), {name + ", ms/step", "GB/s", weak ? "efficiency" : "speed-up"});
    curves.push_back({name + (weak ? ", weak " : ", ") + std::to_string(n), {}});
  }
  double alone = 0;  // ms of the best rung on one GPU
  std::uint64_t fingerprint = 0;
  for (const int devices : counts_of_devices()) {
    const Size size{weak ? n * devices : n, n};
    if (weak) fingerprint = 0;  // another plate
    std::vector<double> ms;
    for (const Rung& rung : ladder())
      ms.push_back(runs_on(rung, devices)
                       ? time(lesson, rung, devices, size, weak ? points * devices : points, &fingerprint)
                       : std::numeric_limits<double>::quiet_NaN());
    if (devices == 1) alone = *std::min_element(ms.begin(), ms.end());
    lines.push_back({std::to_string(devices)});
    for (std::size_t r = 0; r < ms.size(); ++r) {
      const double bytes = 2 * sizeof(float) * static_cast<double>(size.rows) * static_cast<double>(size.cols);
      lines.back().insert(lines.back().end(),
                          {format("%.4f", ms[r]), format("%.0f", bytes / 1e6 / ms[r]), format("%.3f", alone / ms[r])});
      curves[r].points.emplace_back(devices, (weak ? devices : 1) * alone / ms[r]);
    }
  }
  for (Curve& curve : curves) plot.add(std::move(curve));
  std::printf("\n");
  print_table(weak ? format("%zu x %zu points for each GPU", n, n) : format("%zu x %zu points in all", n, n), lines,
              weak ? "Each GPU has as much work as before: if all copies are hidden, the efficiency stays 1."
                   : "The smaller the plate, the less computation there is to hide the copies.",
              lesson.files());
}

void draw_field(std::size_t side, const std::string& path) {
  Plate plate(device_count(), side, side);
  std::vector<float> u(side * side, 0);
  std::fill_n(u.begin(), side, 1.0f);  // the top rim is hot
  plate.set(u);
  ladder()[1].run(plate, static_cast<int>(side * side / 8));
  plate.wait();
  Image image{static_cast<int>(side), static_cast<int>(side), 1, 255, plate.to_host()};
  for (float& value : image.values) value *= 255;
  write_image(path, image);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("halo_exchange", "Jacobi steps on a plate, one slab per GPU: the exchange of border rows is hidden.");
  const std::size_t& n = lesson.size("--n", 32'768, 256, "rows and columns of the large plate", 3, 1 << 17);
  const std::size_t& small = lesson.size("--small", 8'192, 128, "rows and columns of the small plate", 3, 1 << 17);
  const std::size_t& points =
      lesson.size("--points", 40'000'000'000, 100'000, "points that a timed run computes", 1, 10'000'000'000'000);
  const std::size_t& side = lesson.size("--side", 200, 64, "rows and columns of the plate in the picture", 3, 2000);
  const std::string& image = lesson.text("--image", "", "draw a plate with a hot rim into this file (PGM)");
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] {
    const auto most = static_cast<double>(points);
    check_small(lesson, side, 20);
    std::printf("copy ceiling of one GPU: %.0f GB/s\n", measured(Ceiling::copy) / 1e9);
    Plot plot("Jacobi steps on several GPUs", "GPUs", "speed against one GPU");
    show_scaling(lesson, n, false, most, plot);
    show_scaling(lesson, small, false, most, plot);
    show_scaling(lesson, n, true, most, plot);
    if (!svg.empty()) plot.write_svg(svg);
    if (!image.empty()) draw_field(side, image);
  });
}
