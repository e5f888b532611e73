// An algorithm on the host whose output is shorter than its input.
#include <thrust/host_vector.h>
#include <thrust/transform.h>

#include <cstdio>

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

int main() {
  thrust::host_vector<int> x(1000, 1), y(100);
  thrust::transform(x.begin(), x.end(), y.begin(), Twice());  //~ out of bounds: thrust::transform at
  std::printf("%d\n", y[0]);
}
