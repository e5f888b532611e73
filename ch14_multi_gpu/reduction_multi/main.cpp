// The sum of an array distributed over all GPUs; then all-reduces of arrays of every size, as launches and as graphs.
#include <algorithm>
#include <cstdio>

#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/sum.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace reduction_multi;

void show_sum(Lesson& lesson, Team& team, std::size_t n) {
  std::vector<DeviceBuffer<float>> parts;
  double expected = 0;
  for (int d = 0; d < team.devices; ++d) {
    const std::vector<float> part = random_odd_integers<float>(n, lesson.seed() + d);
    expected += sum::run_cpu(part);
    const CurrentDevice current(d);
    parts.emplace_back(part);
  }
  synchronize_devices(team.devices);  // a copy from pageable memory may still be running when the call returns
  sum_parts(team, parts);
  ladder()[1].run(team, 1);
  team.wait();
  const float found = team.y.back().to_host(1)[0];
  std::printf("%d parts of %zu elements: sum %.0f on every GPU, on the CPU %.0f\n", team.devices, n, found, expected);
  lesson.expect(found == expected && team.wrong(1) == 0, "the sum of all parts");
}

// Several all-reduces in a row, as each GPU's stream executes them.
class Series {
 public:
  Series(Team& team, const Rung& rung, std::size_t n, int length, bool graphs)
      : team_(team), rung_(rung), n_(n), length_(length) {
    if (!graphs) return;
    rung.run(team, n);  // the set-up of the first call must not become part of a graph
    team.wait();
    for (const Stream& stream : team.streams) check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    for (int i = 0; i < length; ++i) rung.run(team, n);
    for (int d = 0; d < team.devices; ++d) {
      const CurrentDevice current(d);
      cudaGraph_t graph;
      check(cudaStreamEndCapture(team.streams[d], &graph));
      graphs_.emplace_back(Graph(graph));
    }
  }

  void run() {
    if (graphs_.empty())
      for (int i = 0; i < length_; ++i) rung_.run(team_, n_);
    for (std::size_t d = 0; d < graphs_.size(); ++d) {
      const CurrentDevice current(static_cast<int>(d));
      check(cudaGraphLaunch(graphs_[d], team_.streams[d]));
    }
    team_.wait();
  }

 private:
  Team& team_;
  const Rung& rung_;
  std::size_t n_;
  int length_;
  std::vector<GraphExec> graphs_;
};

// us per all-reduce, until all GPUs are done.
double time(Lesson& lesson, Team& team, const Rung& rung, std::size_t n, bool graphs, double bytes) {
  const int length = static_cast<int>(std::clamp(bytes / (4.0 * static_cast<double>(n)), 1.0, 100.0));
  Series series(team, rung, n, length, graphs);
  team.spoil();
  const double ms = median_host_ms([&] { series.run(); }, lesson.repeats(), lesson.warm_ups());
  lesson.expect(team.wrong(n) == 0, format("%s, %zu elements", rung.name, n));
  return 1e3 * ms / length;
}

std::string in_units(std::size_t bytes) {
  if (bytes < 1 << 20) return format("%.4g KiB", static_cast<double>(bytes) / (1 << 10));
  return format("%.4g MiB", static_cast<double>(bytes) / (1 << 20));
}

struct Settings {
  std::size_t most;
  double bytes;  // the most that a series reduces
};

// 8 and 64 KiB, 1, 4, 16 and 128 MiB, 1 GiB, as far as they are smaller than the largest arrays; then that size.
std::vector<std::size_t> sizes(std::size_t most) {
  std::vector<std::size_t> all{1 << 11, 1 << 14, 1 << 18, 1 << 20, 1 << 22, 1 << 25, 1 << 28};
  std::erase_if(all, [&](std::size_t n) { return n >= most; });
  all.push_back(most);
  return all;
}

// One line per size. The last column: NCCL's time over that of our best rung.
void show_sizes(Lesson& lesson, Team& team, const Settings& settings, double rate, bool graphs, Plot& plot) {
  std::vector<Rung> rungs(std::begin(ladder()), std::end(ladder()));
  if (lesson.peers()) rungs.insert(rungs.end(), peers().begin(), peers().end());
  const bool with_peer = rungs.size() > std::size(ladder());
  if (graphs) std::erase_if(rungs, [](const Rung& rung) { return !rung.captured; });

  std::vector<std::vector<std::string>> lines{{"size"}};
  for (const Rung& rung : rungs) lines[0].push_back(std::string(rung.name) + ", us");
  for (const char* heading : {"best, GB/s", "by the link, us", "% of it"}) lines[0].push_back(heading);
  if (with_peer) lines[0].push_back("x NCCL");
  std::vector<Curve> curves;
  for (const Rung& rung : rungs) curves.push_back({std::string(rung.name) + (graphs ? ", graph" : ""), {}});
  for (const std::size_t n : sizes(settings.most)) {
    const double bytes = 4.0 * static_cast<double>(n);
    lines.push_back({in_units(4 * n)});
    double best = std::numeric_limits<double>::infinity(), peer = 0;
    for (std::size_t r = 0; r < rungs.size(); ++r) {
      if (n > rungs[r].most) {
        lines.back().push_back("-");
        continue;
      }
      const double us = time(lesson, team, rungs[r], n, graphs, settings.bytes);
      lines.back().push_back(format("%.2f", us));
      curves[r].points.emplace_back(bytes, us);
      if (with_peer && r + 1 == rungs.size())
        peer = us;
      else
        best = std::min(best, us);
    }
    // What each GPU must send at least: the others' shares of its array, and its sums to all others.
    const double sent = 2.0 * (team.devices - 1) / team.devices * bytes, least = rate > 0 ? sent / rate * 1e6 : 0;
    lines.back().push_back(format("%.1f", sent / 1e3 / best));
    lines.back().push_back(format("%.2f", least));
    lines.back().push_back(format("%.1f", 100 * least / best));
    if (with_peer) lines.back().push_back(format("%.3f", peer / best));
  }
  for (Curve& curve : curves) plot.add(std::move(curve));
  std::printf("\n");
  print_table(
      graphs ? "captured, one graph for each GPU" : "as launches", lines,
      graphs ? "Without launches by the host, small arrays take the time of a round trip, large ones that of the link."
             : "Small arrays take the time of launches and waits, large ones that of the link.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson(
      "reduction_multi",
      "All-reduce: every GPU gets the sum of all GPUs' arrays, by loads from their memories and stores into them.");
  const std::size_t& most = lesson.size("--n", 1 << 28, 1 << 13, "elements of the largest arrays", 1, 1 << 30);
  const std::size_t& part =
      lesson.size("--part", 10'000'000, 100'000, "elements of each GPU's part of the sum", 0, 1 << 30);
  const std::size_t& gpus = lesson.size("--gpus", most_devices, most_devices, "GPUs, at most", 1, most_devices);
  const std::size_t& blocks =
      lesson.size("--blocks", 0, 0, "of one_shot and two_shot; 0: as many as suit the size", 0, most_blocks);
  const std::size_t& bytes =
      lesson.size("--bytes", 1 << 30, 1 << 14, "that a timed series reduces, at most", 1, 1'000'000'000'000);
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] {
    Team team(std::min(device_count(), static_cast<int>(gpus)), most);
    team.blocks = static_cast<int>(blocks);
    show_sum(lesson, team, part);
    team.fill(most, lesson.seed());
    const Settings settings{most, static_cast<double>(bytes)};
    if (lesson.peers() && peers().empty()) std::printf("no NCCL here to compare with\n");
    Plot plot("All-reduce", "bytes", "time (us)", Scale::logarithmic, Scale::logarithmic);
    const double rate = link_rate(team, most, lesson.repeats());
    if (rate > 0 && !emulated_device())
      std::printf("all GPUs copy to all others at once: each sends and receives %.1f GB/s\n", rate / 1e9);
    show_sizes(lesson, team, settings, rate, false, plot);
    show_sizes(lesson, team, settings, rate, true, plot);
    if (!svg.empty()) plot.write_svg(svg);
  });
}
