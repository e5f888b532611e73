// Reductions: sums, norms, extrema, counts, a dot product, and moments in one pass.
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <cmath>
#include <cstdio>

struct Square {
  __host__ __device__ double operator()(double x) const { return x * x; }
};

struct Moments {
  int n;
  double mean, m2, least, greatest;
};
struct ToMoments {
  __host__ __device__ Moments operator()(int x) const { return {1, double(x), 0.0, double(x), double(x)}; }
};
struct Join {
  __host__ __device__ Moments operator()(const Moments& a, const Moments& b) const {
    if (a.n == 0) return b;
    const double n = a.n + b.n, delta = b.mean - a.mean;
    return {a.n + b.n, a.mean + delta * b.n / n, a.m2 + b.m2 + delta * delta * a.n * b.n / n,
            a.least < b.least ? a.least : b.least, a.greatest > b.greatest ? a.greatest : b.greatest};
  }
};
struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
  const int n = 100000;
  thrust::host_vector<int> host(n);
  unsigned state = 1;
  for (int i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    host[i] = static_cast<int>(state >> 16) % 1000 - 300;
  }
  thrust::device_vector<int> v = host;
  printf("sum %d\n", thrust::reduce(v.begin(), v.end()));
  printf("sum from 1000 %lld\n", thrust::reduce(v.begin(), v.end(), 1000LL, thrust::plus<long long>()));
  printf("greatest %d\n", thrust::reduce(v.begin(), v.end(), -1000000, thrust::maximum<int>()));
  thrust::device_vector<int>::iterator most = thrust::max_element(v.begin(), v.end());
  printf("max_element %d first at %d\n", int(*most), int(most - v.begin()));
  auto both = thrust::minmax_element(v.begin(), v.end());
  printf("minmax %d %d\n", int(*both.first), int(*both.second));
  printf("%d times 42, %d even\n", int(thrust::count(v.begin(), v.end(), 42)),
         int(thrust::count_if(v.begin(), v.end(), IsEven())));
  printf("norm %.6f\n", std::sqrt(thrust::transform_reduce(v.begin(), v.end(), Square(), 0.0, thrust::plus<double>())));
  printf("dot %.1f\n", thrust::inner_product(v.begin(), v.end(), v.begin(), 0.0));
  printf("pairs that are equal %d\n",
         thrust::inner_product(v.begin(), v.end() - 1, v.begin() + 1, 0, thrust::plus<int>(), thrust::equal_to<int>()));
  const Moments m = thrust::transform_reduce(v.begin(), v.end(), ToMoments(), Moments{}, Join());
  printf("n %d mean %.6f deviation %.6f least %g greatest %g\n", m.n, m.mean, std::sqrt(m.m2 / (m.n - 1)), m.least,
         m.greatest);
  printf("all even %d any even %d none even %d\n", thrust::all_of(v.begin(), v.end(), IsEven()),
         thrust::any_of(v.begin(), v.end(), IsEven()), thrust::none_of(v.begin(), v.end(), IsEven()));

  thrust::device_vector<float> floats(1 << 20, 0.1f);
  printf("2^20 times 0.1: %.1f\n", thrust::reduce(floats.begin(), floats.end(), 0.0f));
}
