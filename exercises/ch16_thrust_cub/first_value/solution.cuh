#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/transform_reduce.h>

struct Term {
  __host__ __device__ float operator()(float x) const { return x * x; }
};

// The sum of the squares of the n numbers at x, in device memory
float sum_of(const float* x, int n) {
  // [starter
  //- return thrust::transform_reduce(thrust::device, x, x + n, Term(), 0, thrust::plus<float>());
  return thrust::transform_reduce(thrust::device, x, x + n, Term(), 0.0f, thrust::plus<float>());
  // starter]
}
