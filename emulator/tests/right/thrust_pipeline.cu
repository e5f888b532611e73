// Thrust from end to end, with a raw pointer for one kernel.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

struct square {
  __host__ __device__ long operator()(long x) const { return x * x; }
};
__global__ void negate_odd(long* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (i & 1)) p[i] = -p[i];
}

int main() {
  thrust::device_vector<long> v(1001);
  thrust::sequence(v.begin(), v.end());
  thrust::transform(v.begin(), v.end(), v.begin(), square());
  negate_odd<<<(1001 + 63) / 64, 64>>>(thrust::raw_pointer_cast(v.data()), 1001);
  thrust::sort(v.begin(), v.end());
  const long sum = thrust::reduce(v.begin(), v.end(), 0L, thrust::plus<long>());
  thrust::host_vector<long> h = v;
  long expected = 0;
  for (long i = 0; i <= 1000; ++i) expected += i % 2 ? -i * i : i * i;
  return sum == expected && h.front() == -999L * 999 && h.back() == 1000000 ? 0 : 1;
}
