#include "common/timer.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <stdexcept>

#include "common/check.h"
#include "common/queue_gate.h"

GpuTimer::GpuTimer(cudaStream_t stream) : stream_(stream) {
  check(cudaEventCreate(&start_));
  const cudaError_t second = cudaEventCreate(&stop_);
  if (second != cudaSuccess) cudaEventDestroy(start_);
  check(second);
}

GpuTimer::~GpuTimer() {
  cudaEventDestroy(start_);
  cudaEventDestroy(stop_);
}

void GpuTimer::start() {
  check(cudaEventRecord(start_, stream_));
}

void GpuTimer::stop() {
  check(cudaEventRecord(stop_, stream_));
}

float GpuTimer::ms() const {
  float ms = 0;
  check(cudaEventSynchronize(stop_));
  check(cudaEventElapsedTime(&ms, start_, stop_));
  return ms;
}

double CpuTimer::now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  if (values.empty()) throw std::invalid_argument("the median of no values");
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

int timed_executions(int repeats, double ms) {
  constexpr double enough_ms = 500;
  constexpr int least = 5;
  if (!(ms * repeats > enough_ms)) return repeats;
  return std::min(repeats, std::max(least, static_cast<int>(enough_ms / ms)));
}

namespace {

// Runs work untimed up to warm_ups times. Returns how many of repeats executions should be timed after that.
template <typename Work>
int warm_up(const Work& work, int repeats, int warm_ups) {
  constexpr double enough_ms = 100;
  constexpr int least = 2;  // the first may load code
  double all = 0, last = 0;
  for (int i = 0; i < warm_ups && (i < least || all < enough_ms); ++i) {
    last = work(i == 0);
    all += last;
  }
  return timed_executions(repeats, last);
}

}  // namespace

Times median_times(const std::function<void()>& launch, int repeats, int warm_ups, const Before& before,
                   cudaStream_t stream) {
  GpuTimer timer(stream);
  const auto prepare = [&](bool first_or_last) {
    if (first_or_last && before.first_and_last) before.first_and_last();
    if (before.each) before.each();
  };
  // The first launch of a kernel may load its code, for which the driver waits: without a gate. A gate that reaches its
  // time limit costs that time, so work that waits each time runs without a gate after a few attempts.
  repeats = warm_up(
      [&](bool first) {
        prepare(first);
        check(cudaStreamSynchronize(stream));
        const CpuTimer whole;
        launch();
        check(cudaStreamSynchronize(stream));
        return whole.ms();
      },
      repeats, warm_ups);
  constexpr int most_early = 3;
  int early = 0;
  std::vector<double> device, host;
  for (int i = 0; i < repeats; ++i) {
    prepare(i == repeats - 1 || (i == 0 && warm_ups == 0));
    std::optional<QueueGate> gate;
    if (early < most_early) gate.emplace(stream);
    timer.start();
    const CpuTimer enqueueing;
    launch();
    host.push_back(enqueueing.ms());
    timer.stop();
    if (gate) {
      gate->open();
      if (gate->opened_by_itself()) ++early;
    }
    device.push_back(timer.ms());
  }
  return {median(device), median(host), 2 * early > repeats || early >= most_early};
}

double median_ms(const std::function<void()>& launch, int repeats, int warm_ups, const Before& before,
                 cudaStream_t stream) {
  return median_times(launch, repeats, warm_ups, before, stream).device;
}

double median_host_ms(const std::function<void()>& work, int repeats, int warm_ups) {
  const auto ms = [&](bool) {
    check(cudaDeviceSynchronize());
    const CpuTimer timer;
    work();
    check(cudaDeviceSynchronize());
    return timer.ms();
  };
  repeats = warm_up(ms, repeats, warm_ups);
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) times.push_back(ms(false));
  return median(times);
}

Ratio alternating_ratio(const std::function<void()>& mine, const std::function<void()>& library, int repeats,
                        cudaStream_t stream) {
  constexpr double enough_ms = 300;
  constexpr int batch = 64;  // pairs behind a closed gate: all of them fit into the queue
  constexpr int most = 2000;
  double pair_ms = 0;
  for (int warm_up = 0; warm_up < 2; ++warm_up) {  // the first may load code
    check(cudaStreamSynchronize(stream));
    const CpuTimer pair;
    library();
    mine();
    check(cudaStreamSynchronize(stream));
    pair_ms = pair.ms();
  }
  const int fitting = static_cast<int>(std::min<double>(most, enough_ms / pair_ms));
  const int timed = fitting > repeats ? fitting : timed_executions(repeats, pair_ms), settling = timed / 2;

  std::vector<double> ratios;
  std::deque<GpuTimer> timers;  // of the library and of mine, for each pair of a batch
  for (int i = 0; i < 2 * std::min(batch, settling + timed); ++i) timers.emplace_back(stream);
  for (int done = 0; done < settling + timed; done += batch) {
    const int pairs = std::min(batch, settling + timed - done);
    QueueGate gate(stream);
    for (int i = 0; i < 2 * pairs; ++i) {
      timers[i].start();
      i % 2 == 0 ? library() : mine();
      timers[i].stop();
    }
    gate.open();
    for (int i = 0; i < pairs; ++i)
      if (done + i >= settling) ratios.push_back(static_cast<double>(timers[2 * i].ms()) / timers[2 * i + 1].ms());
    check(cudaStreamSynchronize(stream));
  }
  std::sort(ratios.begin(), ratios.end());
  return {median(ratios), ratios[ratios.size() / 4], ratios[ratios.size() * 3 / 4], static_cast<int>(ratios.size())};
}
