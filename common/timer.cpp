#include "common/timer.h"

#include <algorithm>
#include <stdexcept>

#include "common/check.h"

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

float GpuTimer::stop_ms() {
  float ms = 0;
  check(cudaEventRecord(stop_, stream_));
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

double median_ms(const std::function<void()>& launch, int repeats, int warm_ups, const std::function<void()>& before,
                 cudaStream_t stream) {
  GpuTimer timer(stream);
  std::vector<double> times;
  for (int i = -warm_ups; i < repeats; ++i) {
    if (before) before();
    timer.start();
    launch();
    const double ms = timer.stop_ms();
    if (i >= 0) times.push_back(ms);
  }
  return median(times);
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
