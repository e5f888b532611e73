// The cost of one kernel among many: on the device and on the host, as launches and as graphs. Then a node changes.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

#include "ch12_streams/graphs/graphs.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace graphs;

struct Cost {
  double device_us, host_us;  // of all kernels: between events, and until the calls have returned
  bool waits;                 // the host waits for room in the queue: device_us includes its time

  // For a program that does nothing else: the slower of the two determines the time.
  double together_us() const { return std::max(device_us, host_us); }
};

Cost cost_of(const Lesson& lesson, const Stream& stream, const std::function<void()>& launch) {
  const Times times = median_times(launch, lesson.repeats(), lesson.warm_ups(), {}, stream);
  return {times.device * 1e3, times.host * 1e3, times.waits};
}

class Chain {
 public:
  Chain(Lesson& lesson, int kernels) : lesson_(lesson), out_(kernels), job_{out_.data(), kernels, lesson.seed()} {}

  Cost launched() {
    const Cost cost = cost_of(lesson_, stream_, [&] { launch_each(job_, stream_); });
    expect_marks("launches", marks(job_));
    return cost;
  }
  Cost as_graph(const Rung& rung) {
    const CpuTimer timer;
    const Made made = rung.make(job_, stream_);
    const GraphExec instance(made.graph);
    made_ms_ = timer.ms();
    const Cost cost = cost_of(lesson_, stream_, [&] { check(cudaGraphLaunch(instance, stream_)); });
    expect_marks(rung.name, marks(job_));
    return cost;
  }
  double made_ms() const { return made_ms_; }  // of the last graph: made and prepared

  // Changes the kernel in the middle repeatedly, and returns the time per change in us.
  double change_one() {
    const Made made = ladder()[2].make(job_, stream_);
    const GraphExec instance(made.graph);
    const int k = job_.kernels / 2;
    std::vector<double> us;
    for (int change_no = 1; change_no <= lesson_.repeats(); ++change_no) {
      const CpuTimer timer;
      change(instance, made.nodes[k], job_, k, job_.value + change_no);
      us.push_back(timer.ms() * 1e3);
      check(cudaGraphLaunch(instance, stream_));
      std::vector<std::uint32_t> expected = marks(job_);
      expected[k] = mark(k, job_.value + change_no);
      expect_marks("changed graph", expected);
    }
    return median(us);
  }

 private:
  void expect_marks(const std::string& name, const std::vector<std::uint32_t>& expected) {
    stream_.wait();
    lesson_.expect(mismatches(out_.to_host(), expected) == 0, name + ": the marks of the kernels");
    out_.fill_bytes(0);
    check(cudaDeviceSynchronize());  // the stream does not wait for the default one
  }

  Lesson& lesson_;
  Stream stream_;
  DeviceBuffer<std::uint32_t> out_;
  Job job_;
  double made_ms_ = 0;
};

// 1, 10, 100, ... and kernels itself.
std::vector<int> powers_of_ten_up_to(int kernels) {
  std::vector<int> counts;
  for (int count = 1; count < kernels; count *= 10) counts.push_back(count);
  counts.push_back(kernels);
  return counts;
}

void show(Lesson& lesson, int kernels, const std::string& svg) {
  Plot plot("Small kernels as launches and as a graph", "kernels", "time on the device (us per kernel)",
            Scale::logarithmic);
  const std::vector<int> counts = powers_of_ten_up_to(kernels);
  std::vector<Curve> curves{{"launches", {}}};
  struct Line {
    std::string name;
    Cost cost;
    double made_ms;
  };
  std::vector<Line> of_most;  // kernels
  // Graphs first: once thousands of kernels have been launched one by one, the driver of an H200 takes longer for the
  // kernels of a chain, in any stream, until the program ends.
  for (const Rung& rung : ladder()) {
    if (const std::string reason = lacking(rung.needs); !reason.empty()) {
      std::printf("%s: %s\n", rung.name, reason.c_str());
      continue;
    }
    curves.push_back({rung.name, {}});
    for (const int count : counts) {
      Chain chain(lesson, count);
      const Cost cost = chain.as_graph(rung);
      curves.back().points.emplace_back(count, cost.device_us / count);
      if (count == kernels) of_most.push_back({rung.name, cost, chain.made_ms()});
    }
  }
  const double changed_us = Chain(lesson, kernels).change_one();
  Cost launched{0, 0, false};
  for (const int count : counts) {
    launched = Chain(lesson, count).launched();
    curves[0].points.emplace_back(count, launched.device_us / count);
  }

  std::vector<std::vector<std::string>> lines{
      {"way", "device us/kernel", "host us/kernel", "made in ms", "pays after launches"},
      {"launches", format("%.3f", launched.device_us / kernels), format("%.3f", launched.host_us / kernels), "", ""}};
  if (launched.waits) lines[1][0] += " (the queue is full: at the host's pace)";
  for (const Line& line : of_most) {
    const double saved_ms = (launched.together_us() - line.cost.together_us()) / 1e3;
    lines.push_back({line.name, format("%.3f", line.cost.device_us / kernels),
                     format("%.4f", line.cost.host_us / kernels), format("%.3f", line.made_ms),
                     saved_ms > 0 ? format("%.1f", line.made_ms / saved_ms) : "never"});
  }
  print_table(format("%d kernels that write one number each", kernels), lines,
              "A graph saves time if the same small kernels run again and again, most if it has no needless edges.",
              {.csv = "", .markdown = lesson.files().markdown});
  std::printf("\n");
  print_table("An argument of one node of the prepared graph changes",
              {{"way", "us"},
               {"change the node", format("%.2f", changed_us)},
               {"make a new graph", format("%.2f", of_most.back().made_ms * 1e3)}},
              "", {.csv = "", .markdown = lesson.files().markdown});
  for (Curve& curve : curves) plot.add(std::move(curve));
  if (!svg.empty()) plot.write_svg(svg);
  if (!lesson.csv().empty()) plot.write_csv(lesson.csv());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("graphs", "The same small kernels as launches, as a captured graph and as a graph built by hand.");
  const std::size_t& kernels = lesson.size("--kernels", 1000, 1000, "kernels of the longest run", 1, 100'000);
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(kernels), svg); });
}
