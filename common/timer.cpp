#include "common/timer.h"

#include <algorithm>
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

double median(std::vector<double> values) {
  if (values.empty()) throw std::invalid_argument("the median of no values");
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Times median_times(const std::function<void()>& launch, int repeats, int warm_ups, const std::function<void()>& before,
                   cudaStream_t stream) {
  GpuTimer timer(stream);
  // The first launch of a kernel may load its code, for which the driver waits: without a gate. A gate that opens by
  // itself costs its time limit, so that work which waits each time is let through after a few.
  for (int i = 0; i < warm_ups; ++i) {
    if (before) before();
    launch();
    check(cudaStreamSynchronize(stream));
  }
  constexpr int most_early = 3;
  int early = 0;
  std::vector<double> device, host;
  for (int i = 0; i < repeats; ++i) {
    if (before) before();
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

std::function<void()> spoiled_first_and_last(const std::function<void()>& spoil, int launches) {
  return [=, count = 0]() mutable {
    ++count;
    if (count == 1 || count == launches) spoil();
  };
}

double median_ms(const std::function<void()>& launch, int repeats, int warm_ups, const std::function<void()>& before,
                 cudaStream_t stream) {
  return median_times(launch, repeats, warm_ups, before, stream).device;
}

double median_host_ms(const std::function<void()>& work, int repeats, int warm_ups) {
  std::vector<double> times;
  for (int i = -warm_ups; i < repeats; ++i) {
    check(cudaDeviceSynchronize());
    const CpuTimer timer;
    work();
    check(cudaDeviceSynchronize());
    if (i >= 0) times.push_back(timer.ms());
  }
  return median(times);
}
