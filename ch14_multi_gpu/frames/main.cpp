// The film with every rung on 1, 2, 4 … GPUs: the time of all frames, and the time until the first one is complete.
#include <algorithm>
#include <cstdio>

#include "ch14_multi_gpu/frames/frames.h"
#include "common/image.h"
#include "common/lesson.h"
#include "common/timer.h"

namespace {

using namespace frames;

std::vector<Count> film_cpu(const Film& film) {
  std::vector<Count> counts;
  for (int f = 0; f < film.frames; ++f)
    for (int row = 0; row < film.rows; ++row)
      for (int col = 0; col < film.cols; ++col) counts.push_back(steps_cpu(view_of(film, f), row, col, film.most));
  return counts;
}

std::size_t wrong(Studio& studio, const std::vector<Count>& expected) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) count += studio.out.data()[i] != expected[i];
  return count;
}

// A small film against the CPU, on every number of GPUs.
void check_small(Lesson& lesson, Film film) {
  film = {std::min(film.frames, 4), std::min(film.rows, 90), std::min(film.cols, 120), std::min(film.most, 500)};
  const std::vector<Count> expected = film_cpu(film);
  std::size_t all = 0;
  for (int devices = 1; devices <= device_count(); ++devices) {
    Studio studio(devices, film);
    for (const Rung& rung : ladder()) {
      std::fill(studio.out.begin(), studio.out.end(), Count(0xFFFF));
      rung.run(studio, film.frames);
      const std::size_t here = wrong(studio, expected);
      lesson.expect(here == 0, format("%s on %d GPUs", rung.name, devices));
      all += here;
    }
  }
  std::printf("%d frames of %d x %d, 1 to %d GPUs: %zu values differ from the CPU's\n", film.frames, film.rows,
              film.cols, device_count(), all);
}

void show(Lesson& lesson, const Film& film) {
  std::vector<std::vector<std::string>> lines{{"rung", "GPUs", "all frames, ms", "frames/s", "speed-up", "first, ms"}};
  std::vector<Count> first;  // the film by the first rung on one GPU: all others must produce the same
  double alone = 0;
  for (const Rung& rung : ladder()) {
    for (int devices = 1;; devices = std::min(2 * devices, device_count())) {
      Studio studio(devices, film);
      const double ms = median_host_ms([&] { rung.run(studio, film.frames); }, lesson.repeats(), lesson.warm_ups());
      if (first.empty()) {
        first.assign(studio.out.begin(), studio.out.end());
        alone = ms;
      }
      lesson.expect(wrong(studio, first) == 0, format("%s on %d GPUs", rung.name, devices));
      const double first_ms = median_host_ms([&] { rung.run(studio, 1); }, lesson.repeats(), lesson.warm_ups());
      lines.push_back({rung.name, std::to_string(devices), format("%.3f", ms), format("%.1f", 1e3 * film.frames / ms),
                       format("%.3f", alone / ms), format("%.3f", first_ms)});
      if (devices == device_count()) break;
    }
  }
  std::printf("\n");
  print_table(format("%d frames of %d x %d, %d steps at most", film.frames, film.rows, film.cols, film.most), lines,
              "Whole frames give more frames per second; split frames give the first one sooner.", lesson.files());
}

void draw(const Film& film, const std::string& path) {
  Studio studio(1, film);
  ladder()[0].run(studio, film.frames);
  Image image{film.cols, film.rows, 1, 255, {}};
  const Count* const last = studio.frame(film.frames - 1);
  for (std::size_t i = 0; i < film.points(); ++i) image.values.push_back(static_cast<float>(last[i] % 256));
  write_image(path, image);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("frames", "A film on all GPUs: whole frames for each GPU, or a part of every frame.");
  const std::size_t& count = lesson.size("--frames", 30, 4, "frames", 1, 60);
  const std::size_t& rows = lesson.size("--rows", 1'080, 24, "rows of a frame", 1, 20'000);
  const std::size_t& cols = lesson.size("--cols", 1'920, 40, "columns of a frame", 1, 20'000);
  const std::size_t& most = lesson.size("--most", 4'000, 100, "steps of a point, at most", 1, 65'000);
  const std::string& image = lesson.text("--image", "", "draw the last frame into this file (PGM)");
  return lesson.main(argc, argv, [&] {
    const Film film{static_cast<int>(count), static_cast<int>(rows), static_cast<int>(cols), static_cast<int>(most)};
    check_small(lesson, film);
    show(lesson, film);
    if (!image.empty()) draw(film, image);
  });
}
