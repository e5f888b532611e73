// nvcc events.cu && ./a.out
//
// How long does a kernel take? Timing with CUDA events, and with a clock on the host for comparison.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
  std::exit(3);
}
#define CHECK(call) check(call, #call, __LINE__)

const int n = 512, block_size = 256, steps = 8000, repeats = 21;

// A step of Marsaglia's xorshift generator.
__host__ __device__ unsigned next(unsigned x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ x << 5;
}

// Long enough to be measured: each step needs the result of the step before.
__global__ void random_kernel(unsigned* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value = i + 1;
  for (int k = 0; k < steps; ++k) value = next(value);
  x[i] = value;
}

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The median of many measurements, so that a disturbed one does not count.
double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int main() {
  unsigned* d_x;
  CHECK(cudaMalloc(&d_x, n * sizeof(unsigned)));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));

  std::vector<double> launched, finished, device;
  for (int run = 0; run < 1 + repeats; ++run) {
    CHECK(cudaMemset(d_x, 0, n * sizeof(unsigned)));
    CHECK(cudaDeviceSynchronize());  // the device is idle when the host's clock starts
    const double begin = now_ms();
    CHECK(cudaEventRecord(start));  // the device records the time when it reaches this point of the stream,
    random_kernel<<<n / block_size, block_size>>>(d_x);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));  // and when it reaches this one: after the kernel
    launched.push_back(now_ms() - begin);
    CHECK(cudaEventSynchronize(stop));  // the host waits until the device has recorded stop
    finished.push_back(now_ms() - begin);
    float ms;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    device.push_back(ms);
  }
  std::printf("first run:  %.4f ms. It may load the kernel's code and wake up the device: a warm-up, not counted.\n",
              finished[0]);
  for (std::vector<double>* times : {&launched, &finished, &device}) times->erase(times->begin());

  std::printf("\nmedians of %d runs, in ms\n", repeats);
  std::printf("  %.4f  events on the device\n", median(device));
  std::printf("  %.4f  host's clock, without waiting: a launch is asynchronous, this is the time to enqueue it\n",
              median(launched));
  std::printf("  %.4f  host's clock, after waiting: the launch, the kernel and the wait\n", median(finished));

  std::vector<unsigned> x(n);
  CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    unsigned expected = i + 1;
    for (int k = 0; k < steps; ++k) expected = next(expected);
    wrong += x[i] != expected;
  }
  std::printf("\nwrong values: %d\n", wrong);
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFree(d_x));
  return wrong == 0 ? 0 : 1;
}
