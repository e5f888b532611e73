// Thrust: integers summed from 0, floats from 0.0, counts by a predicate, keys with values.
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>
#include <numeric>
#include <vector>
struct Halve {
  __host__ __device__ float operator()(int x) const { return 0.5f * x; }
};
int main() {
  std::vector<int> h(100);
  std::iota(h.begin(), h.end(), 0);
  thrust::device_vector<int> keys(h.begin(), h.end());
  thrust::device_vector<float> halves(keys.size());
  thrust::transform(keys.begin(), keys.end(), halves.begin(), Halve());
  const int whole = thrust::reduce(keys.begin(), keys.end(), 0);
  const float sum = thrust::reduce(halves.begin(), halves.end(), 0.0f);
  const double more = std::accumulate(h.begin(), h.end(), 0);
  thrust::sort_by_key(keys.begin(), keys.end(), halves.begin(), thrust::greater<int>());
  const float first = halves[0];
  std::printf("%d %.1f %.1f %.1f %d\n", whole, sum, more, first,
              static_cast<int>(thrust::count(keys.begin(), keys.end(), 7)));
  return whole != 4950 || sum != 2475.0f || first != 49.5f;
}
