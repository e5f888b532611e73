#include <vector>

// Ends the run and prints the line if a CUDA call failed.
void check(cudaError_t status, int line = __builtin_LINE());

// sum[i] = a[i] + b[i] for n numbers in device memory: the function that is to be tested. n >= 1.
using Addition = void (*)(const float* a, const float* b, float* sum, int n);

// Does the addition of a[i] = i + 1 and b[i] = 1000 - 3i give the same sums as the CPU?
inline bool adds_right(Addition addition, int n) {
  std::vector<float> a(n), b(n), sum(n), other(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i + 1);
    b[i] = static_cast<float>(1000 - 3 * i);
  }
  const std::size_t bytes = n * sizeof(float);
  float *d_a, *d_b, *d_sum;
  check(cudaMalloc(&d_a, bytes));
  check(cudaMalloc(&d_b, bytes));
  check(cudaMalloc(&d_sum, bytes));
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  // [starter
  //- check(cudaMemset(d_sum, 0, bytes));
  //- addition(d_a, d_b, d_sum, n);
  //- check(cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost));
  //- addition(d_a, d_b, d_sum, n);
  //- check(cudaMemcpy(other.data(), d_sum, bytes, cudaMemcpyDeviceToHost));
  check(cudaMemset(d_sum, 0xFF, bytes));
  addition(d_a, d_b, d_sum, n);
  check(cudaGetLastError());
  check(cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) other[i] = a[i] + b[i];
  // starter]
  check(cudaFree(d_a));
  check(cudaFree(d_b));
  check(cudaFree(d_sum));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    // [starter
    //- if (sum[i] - other[i] > 0.001f) right = false;
    if (!(sum[i] == other[i])) right = false;
    // starter]
  }
  return right;
}

// Does the addition give the right sums for every size?
bool adds_right(Addition addition) {
  // [starter
  //- return adds_right(addition, 1024);
  for (int n : {1, 31, 255, 256, 257, 1000}) {
    if (!adds_right(addition, n)) return false;
  }
  return true;
  // starter]
}
