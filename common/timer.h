// Time of work on the device (CUDA events) and on the host (a steady clock), in milliseconds.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <vector>

// Measures the time of a stream's work between start() and stop(). Owns two events; throws CudaError.
class GpuTimer {
 public:
  explicit GpuTimer(cudaStream_t stream = nullptr);
  ~GpuTimer();
  GpuTimer(const GpuTimer&) = delete;
  GpuTimer& operator=(const GpuTimer&) = delete;

  void start();
  void stop();
  float ms() const;  // waits for the work, then returns its time

 private:
  cudaStream_t stream_;
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

// Measures the time since its construction.
class CpuTimer {
 public:
  double ms() const { return now() - start_; }

 private:
  static double now();  // ms of a steady clock

  double start_ = now();
};

// The middle value; of an even number of values the mean of the two in the middle. values must not be empty.
double median(std::vector<double> values);

// One execution of some work, in ms.
struct Times {
  double device;  // between two events around it; the queue is held closed until all of it is enqueued (QueueGate)
  double host;    // until the calls that enqueue it have returned
  bool waits;     // it waits for the device while it is enqueued, so that device includes the host's part of it too
};

// How many of repeats executions are timed if one takes ms: as many as fit into half a second, but at least 5 (or
// repeats, if that is less). The times of long work vary little.
int timed_executions(int repeats, double ms);

// Untimed work before launches. first_and_last spoils the outputs: so a check afterwards sees what a timed launch
// wrote, and the others are timed in the state that the work leaves behind.
struct Before {
  std::function<void()> each = {};  // before each launch, for example to restore an input
  std::function<void()> first_and_last = {};
};

// Runs launch warm_ups times, then repeats times, and returns the medians of one run. Long work runs less often: the
// warm-ups end when two of them or more have taken 100 ms, then timed_executions() are timed.
Times median_times(const std::function<void()>& launch, int repeats, int warm_ups = 5, const Before& before = {},
                   cudaStream_t stream = nullptr);

// The time on the device alone.
double median_ms(const std::function<void()>& launch, int repeats, int warm_ups = 5, const Before& before = {},
                 cudaStream_t stream = nullptr);

// By the host's clock, with the device finished before and after: for work that includes host code or copies. Long work
// runs less often here too.
double median_host_ms(const std::function<void()>& work, int repeats, int warm_ups = 2);

// How fast some work is, as a multiple of a library's speed: the median of the ratios of neighbours, and their
// quartiles.
struct Ratio {
  double median, lower, upper;
  int pairs;
};

// Launches in turns: library, mine, library, mine, ... At full power a GPU lowers its clock as the load demands, so
// work that is timed a second later runs at another clock; two neighbours run at the same one. At least repeats pairs,
// and as many as fit into 0.3 s, after half as many in which the clock settles.
Ratio alternating_ratio(const std::function<void()>& mine, const std::function<void()>& library, int repeats,
                        cudaStream_t stream = nullptr);
