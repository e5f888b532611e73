// The clock of the SMs, as a program can see it: a thread counts cycles, and events measure how long that takes.
#include "ch25_hopper/power/power.h"

#include "common/owners.h"
#include "common/timer.h"

namespace power {

__global__ void count_cycles_kernel(long long cycles, long long* counted) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
  *counted = clock64() - begin;
}

// Two counts of different length: what a launch itself takes is in both, and not in their difference.
double clock_mhz() {
  constexpr long long few = 20'000, many = 120'000;
  DeviceBuffer<long long> counted(1);
  const auto ms_of = [&](long long cycles, long long& exactly) {
    GpuTimer timer;
    timer.start();
    count_cycles_kernel<<<1, 1>>>(cycles, counted.data());
    timer.stop();
    check(cudaGetLastError());
    const double ms = timer.ms();
    exactly = counted.to_host()[0];
    return ms;
  };
  long long short_count = 0, long_count = 0;
  const double long_ms = ms_of(many, long_count), short_ms = ms_of(few, short_count);
  return static_cast<double>(long_count - short_count) / (long_ms - short_ms) / 1000;
}

}  // namespace power
