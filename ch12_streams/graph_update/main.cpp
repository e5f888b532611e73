// Frame after frame, the same kernels with other arguments: the host's time to prepare the graph for each frame.
#include <cuda_runtime.h>

#include "ch12_streams/graph_update/graph_update.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace graph_update;

void show(Lesson& lesson, int kernels) {
  DeviceBuffer<std::uint32_t> d_out(kernels);
  const Stream stream;
  std::vector<std::vector<std::string>> lines{{"way", "us per frame", "us per kernel", "instances made"}};
  for (const Rung& rung : ladder()) {
    Prepared prepared;
    std::vector<double> us;
    for (int frame_no = 0; frame_no <= lesson.repeats(); ++frame_no) {
      d_out.fill_bytes(0xFF);
      check(cudaDeviceSynchronize());  // the stream does not wait for the default one
      const Frame frame{d_out.data(), kernels, lesson.seed() + frame_no};
      const CpuTimer timer;
      rung.run(frame, stream, prepared);
      if (frame_no > 0) us.push_back(timer.ms() * 1e3);  // the first one makes the instance in every rung
      check(cudaGraphLaunch(*prepared.instance, stream));
      stream.wait();
      lesson.expect(mismatches(d_out.to_host(), marks(frame)) == 0, std::string(rung.name) + ": the marks");
    }
    const double frame_us = median(us);
    lines.push_back({rung.name, format("%.1f", frame_us), format("%.3f", frame_us / kernels),
                     std::to_string(prepared.instantiated)});
  }
  print_table(format("%d frames of %d kernels", lesson.repeats() + 1, kernels), lines,
              "Only the arguments of the graph change: an update is enough, and no new instance is needed.",
              lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("graph_update", "A graph whose arguments change from frame to frame: a new instance, or an update.");
  const std::size_t& kernels = lesson.size("--kernels", 1000, 100, "kernels per frame", 1, 100'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(kernels)); });
}
