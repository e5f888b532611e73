// Sort random keys on 1, 2, 4 … GPUs, then keys of every kind on all of them.
#include <algorithm>
#include <cstdio>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/lesson.h"
#include "common/sort_inputs.h"
#include "common/sort_report.h"
#include "common/timer.h"

namespace {

using namespace sort_multi;

// ms per sort, until all GPUs are done; its result is checked.
double time(Lesson& lesson, Team& team, const Rung& rung, const std::vector<Key>& keys, const std::string& what) {
  team.set(keys);
  team.spoil();
  const double ms = median_host_ms(
      [&] {
        rung.run(team);
        team.wait();
      },
      lesson.repeats(), lesson.warm_ups());
  const std::vector<Key> sorted = team.sorted();
  lesson.expect(sorted.size() == keys.size() && std::is_sorted(sorted.begin(), sorted.end()) &&
                    sorts::fingerprint(sorted) == sorts::fingerprint(keys),
                std::string(rung.name) + ", " + what);
  return ms;
}

// The size of the largest part, relative to an even share.
double unevenness(const Team& team) {
  const std::size_t most = *std::max_element(team.counts.begin(), team.counts.end());
  return team.n == 0 ? 1 : static_cast<double>(most) * team.devices / static_cast<double>(team.n);
}

void show_random(Lesson& lesson, std::size_t n, int all) {
  const std::vector<Key> keys = sorts::random_keys(n, lesson.seed());
  std::vector<std::vector<std::string>> lines{{"rung", "GPUs", "ms", "10^9 keys/s", "speed-up", "largest part"}};
  double alone = 0;
  const auto add = [&](const Rung& rung, int devices) {
    Team team(devices, n);
    const double ms = time(lesson, team, rung, keys, std::to_string(devices) + " GPUs");
    if (alone == 0) alone = ms;
    lines.push_back({devices == 1 ? "local sort" : rung.name, std::to_string(devices), format("%.4f", ms),
                     format("%.2f", static_cast<double>(n) / 1e6 / ms), format("%.3f", alone / ms),
                     format("%.3f", unevenness(team))});
  };
  add(ladder()[0], 1);
  for (const Rung& rung : ladder())
    for (int devices = 2; devices <= all; devices *= 2) add(rung, devices);
  print_table(std::to_string(n) + " random keys", lines,
              all == 1 ? "One GPU: this is the local sort that several GPUs would share."
                       : "Each key crosses a link once at most; then each GPU sorts its part.",
              lesson.files());
}

void show_inputs(Lesson& lesson, std::size_t n, int all) {
  std::vector<std::vector<std::string>> lines{{"keys", "ms", "largest part"}};
  Team team(all, n);
  for (const sorts::Input& input : sorts::inputs) {
    const double ms = time(lesson, team, ladder()[2], input.make(n, lesson.seed()), input.name);
    lines.push_back({input.name, format("%.4f", ms), format("%.3f", unevenness(team))});
  }
  std::printf("\n");
  print_table("sample_sort_hidden: keys of every kind", lines,
              "Equal keys go to one GPU: if most keys are equal, that GPU has most of the work.", lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("sort_multi",
                "Sort keys on all GPUs: a sample gives the limits, keys are exchanged, each GPU sorts its part.");
  const std::size_t& n = lesson.size("--n", 200'000'000, 3'000, "keys", 0, most_keys);
  const std::size_t& few = lesson.size("--few", 20'000'000, 2'000, "keys of every other kind", 0, most_keys);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking(needs); !reason.empty()) throw Unsupported(reason);
    const int all = std::min(device_count(), most_devices);
    show_random(lesson, n, all);
    show_inputs(lesson, few, all);
  });
}
