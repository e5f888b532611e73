#include "blind_test.cuh"
#include "exercises/harness.h"

void check(cudaError_t status, int line) {
  exercise::expect(status == cudaSuccess, "the call in line %d failed: %s: %s", line, cudaGetErrorName(status),
                   cudaGetErrorString(status));
}

enum class Bug { none, does_nothing, loses_the_end, not_a_number, one_place, subtracts };

__global__ void addition_kernel(const float* a, const float* b, float* sum, int n, Bug bug) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || bug == Bug::does_nothing) return;
  float value = bug == Bug::subtracts ? a[i] - b[i] : a[i] + b[i];
  if (bug == Bug::not_a_number && i == n / 2) value = nanf("");
  if (bug == Bug::one_place && i == n - 1) value -= 1;
  sum[i] = value;
}

template <Bug bug>
void addition(const float* a, const float* b, float* sum, int n) {
  const int threads = 256;
  const int blocks = bug == Bug::loses_the_end ? n / threads : (n + threads - 1) / threads;
  if (blocks > 0) addition_kernel<<<blocks, threads>>>(a, b, sum, n, bug);
}

// Right as well, with another launch shape.
void addition_by_single_threads(const float* a, const float* b, float* sum, int n) {
  addition_kernel<<<n, 1>>>(a, b, sum, n, Bug::none);
}

static void right_ones_pass() {
  exercise::about("a right addition");
  exercise::expect(adds_right(addition<Bug::none>), "it was called wrong");
  exercise::about("a right addition, one thread per block");
  exercise::expect(adds_right(addition_by_single_threads), "it was called wrong");
}

void test() {
  right_ones_pass();
  const struct {
    const char* name;
    Addition addition;
  } wrong[] = {{"an addition that does nothing", addition<Bug::does_nothing>},
               {"an addition that subtracts", addition<Bug::subtracts>},
               {"an addition that loses the end", addition<Bug::loses_the_end>},
               {"an addition that writes NaN", addition<Bug::not_a_number>},
               {"an addition that is wrong in one place", addition<Bug::one_place>}};
  for (const auto& [name, addition] : wrong) {
    exercise::about("%s", name);
    exercise::expect(!adds_right(addition), "it was called right");
  }
}

void counted() {
  right_ones_pass();
}
