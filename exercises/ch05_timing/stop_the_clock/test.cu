#include "exercises/harness.h"
#include "stop_the_clock.cuh"

// Whether work has ended is seen in memory that host and device share. The microscope knows whether the host has
// waited for it; a GPU may show an old value.
constexpr int words = 1 << 16, looked_at = 1 << 15;

__global__ void end_kernel(int* ended) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) ended[i] = 1;
}

static int *earlier = nullptr, *measured = nullptr;  // the work before, and the one that is measured
struct Look {
  int earlier, measured;
};
static std::vector<Look> looks;

double now() {
  looks.push_back({earlier[looked_at], measured[looked_at]});
  return 40.0 * static_cast<double>(looks.size());
}

static void work(cudaStream_t stream) {
  end_kernel<<<16, 256, 0, stream>>>(measured);
}

void test() {
  cudaStream_t stream;
  exercise::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  for (int** flags : {&earlier, &measured}) {
    exercise::check(cudaMallocManaged(flags, words * sizeof(int)), "cudaMallocManaged");
    for (int i = 0; i < words; ++i) (*flags)[i] = 0;
  }
  looks.clear();
  end_kernel<<<16, 256, 0, stream>>>(earlier);
  const double ms = measure(work, stream);
  exercise::launched("the work");
  const int ended = measured[looked_at];
  exercise::check(cudaFree(earlier), "cudaFree");
  exercise::check(cudaFree(measured), "cudaFree");
  exercise::check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  exercise::expect(ended == 1, "the work was never done");
  exercise::expect(looks.size() >= 2, "the clock was read %zu times", looks.size());
  exercise::expect(looks.front().earlier == 1, "the clock starts before earlier work has ended");
  exercise::expect(looks.front().measured == 0, "the clock starts when the work has begun");
  exercise::expect(looks.back().measured == 1, "the clock stops before the work has ended");
  const double right = 40.0 * static_cast<double>(looks.size() - 1);
  exercise::expect(ms == right, "measure returns %g ms, but between its looks at the clock are %g", ms, right);
}

void counted() {
  test();
}
