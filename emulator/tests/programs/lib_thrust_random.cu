// Monte Carlo with Thrust's random numbers: each sample has an engine that discards the numbers before its own.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/random.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include <cstdio>

struct EstimatePi {
  __host__ __device__ int operator()(unsigned index) const {
    thrust::default_random_engine engine(index * 2654435761u);
    thrust::uniform_real_distribution<float> u01(0, 1);
    int inside = 0;
    for (int i = 0; i < 100; ++i) {
      const float x = u01(engine), y = u01(engine);
      if (x * x + y * y <= 1.0f) ++inside;
    }
    return inside;
  }
};

struct Dice {
  __host__ __device__ int operator()(int i) const {
    thrust::minstd_rand engine(2025);
    thrust::uniform_int_distribution<int> die(1, 6);
    engine.discard(i);
    return die(engine);
  }
};

int main() {
  const int inside =
      thrust::transform_reduce(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(3000),
                               EstimatePi(), 0, thrust::plus<int>());
  printf("%d of 300000 inside: %.3f\n", inside, 4.0 * inside / 300000);
  thrust::device_vector<int> throws(24);
  thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(24), throws.begin(), Dice());
  for (size_t i = 0; i < throws.size(); ++i) printf(" %d", static_cast<int>(throws[i]));
  printf("\n");
  thrust::default_random_engine engine;
  thrust::uniform_real_distribution<double> uniform(-1.0, 1.0);
  printf("%u", engine());
  const double first = uniform(engine), second = uniform(engine);
  printf(" %.12f %.12f\n", first, second);
}
