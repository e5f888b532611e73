// saxpy in four ways: temporaries, a functor, a placeholder expression and a lambda.
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/replace.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

#include <cstdio>

struct SaxpyFunctor {
  const float a;
  __host__ __device__ float operator()(const float& x, const float& y) const { return a * x + y; }
};

struct ArbitraryFunctor {
  template <typename Tuple>
  __host__ __device__ void operator()(Tuple t) {
    thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
  }
};

void print(const char* what, const thrust::device_vector<float>& v) {
  printf("%-12s", what);
  for (size_t i = 0; i < v.size(); ++i) printf(" %6.2f", static_cast<float>(v[i]));
  printf("\n");
}

int main() {
  using namespace thrust::placeholders;
  const int n = 6;
  const float a = 2.5f;
  thrust::device_vector<float> x(n), y(n, 1.0f), temp(n);
  thrust::sequence(x.begin(), x.end(), 1.0f, 0.5f);

  thrust::fill(temp.begin(), temp.end(), a);
  thrust::transform(x.begin(), x.end(), temp.begin(), temp.begin(), thrust::multiplies<float>());
  thrust::transform(temp.begin(), temp.end(), y.begin(), temp.begin(), thrust::plus<float>());
  print("temporaries", temp);
  thrust::transform(x.begin(), x.end(), y.begin(), temp.begin(), SaxpyFunctor{a});
  print("functor", temp);
  thrust::transform(x.begin(), x.end(), y.begin(), temp.begin(), a * _1 + _2);
  print("placeholder", temp);
  const float *px = thrust::raw_pointer_cast(x.data()), *py = thrust::raw_pointer_cast(y.data());
  float* pt = thrust::raw_pointer_cast(temp.data());
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
                   [=] __device__(int i) { pt[i] = a * px[i] + py[i]; });
  print("lambda", temp);

  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), x.begin(), temp.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), x.end(), temp.end())),
                   ArbitraryFunctor());
  print("zip", temp);
  thrust::transform(x.begin(), x.end(), temp.begin(), thrust::negate<float>());
  print("negate", temp);
  thrust::replace_if(temp.begin(), temp.end(), _1 < -2.0f, 0.0f);
  print("replace_if", temp);

  thrust::device_vector<int> i(10), mod(10);
  thrust::sequence(i.begin(), i.end());
  thrust::transform(i.begin(), i.end(), thrust::make_constant_iterator(3), mod.begin(), thrust::modulus<int>());
  thrust::replace(mod.begin(), mod.end(), 1, 10);
  for (size_t k = 0; k < mod.size(); ++k) printf(" %d", static_cast<int>(mod[k]));
  printf("\n");
}
