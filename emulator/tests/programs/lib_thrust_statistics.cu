// options: --extended-lambda
// Statistics in one pass, Monte Carlo with an engine per sample, bounding boxes, and lambdas over zipped ranges.
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <cstdio>

struct Moments {
  double count, least, greatest, mean, squares;
};
struct OfOne {
  __host__ __device__ Moments operator()(double x) const { return {1, x, x, x, 0}; }
};
struct Together {
  __host__ __device__ Moments operator()(const Moments& a, const Moments& b) const {
    const double count = a.count + b.count, delta = b.mean - a.mean;
    return {count, thrust::min(a.least, b.least), thrust::max(a.greatest, b.greatest), a.mean + delta * b.count / count,
            a.squares + b.squares + delta * delta * a.count * b.count / count};
  }
};

struct Inside {
  __host__ __device__ int operator()(unsigned sample) const {
    thrust::default_random_engine engine(sample * 7919 + 1);
    engine.discard(5);
    thrust::uniform_real_distribution<float> unit(0.0f, 1.0f);
    int inside = 0;
    for (int i = 0; i < 100; ++i) {
      const float x = unit(engine), y = unit(engine);
      inside += x * x + y * y < 1.0f;
    }
    return inside;
  }
};

struct Box {
  float left, right;
};
struct Grow {
  __host__ __device__ Box operator()(const Box& a, const Box& b) const {
    return {thrust::min(a.left, b.left), thrust::max(a.right, b.right)};
  }
};

using Pair = thrust::tuple<int, float>;

__global__ void in_a_kernel(int* values, int n, thrust::complex<float>* z) {
  thrust::sort(thrust::seq, values, values + n);
  const thrust::complex<float> i(0, 1);
  z[0] = z[0] * i + thrust::conj(z[0]);
}

int main() {
  thrust::device_vector<double> data(5);
  thrust::sequence(data.begin(), data.end(), 1.0, 0.5);
  const Moments start{0, 1e30, -1e30, 0, 0};
  const Moments m = thrust::transform_reduce(data.begin(), data.end(), OfOne(), start, Together());
  printf("%g values from %g to %g, mean %g, variance %g\n", m.count, m.least, m.greatest, m.mean,
         m.squares / (m.count - 1));

  const thrust::counting_iterator<unsigned> first(0);
  const int inside = thrust::transform_reduce(first, first + 1000, Inside(), 0, thrust::plus<int>());
  printf("pi %s\n", inside * 4.0 / 100000 > 3.12 && inside * 4.0 / 100000 < 3.16 ? "about right" : "wrong");

  thrust::device_vector<Box> boxes(3);
  boxes[0] = Box{1, 2};
  boxes[1] = Box{-4, 0};
  boxes[2] = Box{0, 9};
  const Box whole = thrust::reduce(boxes.begin(), boxes.end(), Box{1, 2}, Grow());
  printf("box %g %g\n", whole.left, whole.right);

  thrust::device_vector<int> keys(3);
  thrust::device_vector<float> values(3);
  keys[0] = 3, keys[1] = 1, keys[2] = 2;
  values[0] = 0.5f, values[1] = 0.25f, values[2] = 2.0f;
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), values.begin()));
  thrust::sort(pairs, pairs + 3,
               [] __device__(const Pair& a, const Pair& b) { return thrust::get<1>(a) < thrust::get<1>(b); });
  const float scale = 4;
  thrust::transform(pairs, pairs + 3, values.begin(),
                    [scale] __device__(const Pair& p) { return scale * thrust::get<0>(p) + thrust::get<1>(p); });
  for (int i = 0; i < 3; ++i) printf("%d %g\n", static_cast<int>(keys[i]), static_cast<float>(values[i]));

  thrust::device_vector<thrust::complex<float>> z(1, thrust::complex<float>(1, 2));
  in_a_kernel<<<1, 1>>>(thrust::raw_pointer_cast(keys.data()), 3, thrust::raw_pointer_cast(z.data()));
  cudaDeviceSynchronize();
  const thrust::complex<float> result = z[0];
  printf("%d %d %d, %g %g\n", static_cast<int>(keys[0]), static_cast<int>(keys[1]), static_cast<int>(keys[2]),
         result.real(), result.imag());
}
