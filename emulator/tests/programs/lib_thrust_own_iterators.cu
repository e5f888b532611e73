// Strided and repeated ranges, user-defined iterators, zipped ranges and placeholders.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/iterator_adaptor.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform_reduce.h>
#include <thrust/zip_function.h>

#include <cstdio>

using namespace thrust::placeholders;

template <typename Iterator>
class Strided {
 public:
  using Difference = typename thrust::iterator_difference<Iterator>::type;
  struct Times {
    Difference stride;
    __host__ __device__ Difference operator()(const Difference& i) const { return stride * i; }
  };
  using Counting = thrust::counting_iterator<Difference>;
  using Indices = thrust::transform_iterator<Times, Counting>;
  using iterator = thrust::permutation_iterator<Iterator, Indices>;
  Strided(Iterator first, Iterator last, Difference stride) : first_(first), last_(last), stride_(stride) {}
  iterator begin() const { return iterator(first_, Indices(Counting(0), Times{stride_})); }
  iterator end() const { return begin() + ((last_ - first_) + (stride_ - 1)) / stride_; }

 private:
  Iterator first_, last_;
  Difference stride_;
};

template <typename Iterator>
class Repeated : public thrust::iterator_adaptor<Repeated<Iterator>, Iterator> {
 public:
  using super_t = thrust::iterator_adaptor<Repeated<Iterator>, Iterator>;
  __host__ __device__ Repeated(const Iterator& base, int times) : super_t(base), begin_(base), times_(times) {}
  friend class thrust::iterator_core_access;

 private:
  Iterator begin_;
  int times_;
  __host__ __device__ typename super_t::reference dereference() const {
    return *(begin_ + (this->base() - begin_) / times_);
  }
};

struct Combine {
  template <typename Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
  }
};
struct Add {
  __host__ __device__ void operator()(const float& a, const float& b, float& c) const { c = a + b; }
};
using Float3 = thrust::tuple<float, float, float>;
struct Dot {
  __host__ __device__ float operator()(const Float3& a, const Float3& b) const {
    return thrust::get<0>(a) * thrust::get<0>(b) + thrust::get<1>(a) * thrust::get<1>(b) +
           thrust::get<2>(a) * thrust::get<2>(b);
  }
};
struct Store {
  int* to;
  __host__ __device__ void operator()(int index, int value) const { to[9 - index] = value; }
};

int main() {
  thrust::device_vector<int> d(10);
  thrust::sequence(d.begin(), d.end());
  Strided<thrust::device_vector<int>::iterator> thirds(d.begin(), d.end(), 3);
  printf("thirds");
  for (auto it = thirds.begin(); it != thirds.end(); ++it) printf(" %d", static_cast<int>(*it));
  printf(", sum %d\n", thrust::reduce(thirds.begin(), thirds.end()));
  thrust::fill(thirds.begin(), thirds.end(), 70);
  Repeated<thrust::device_vector<int>::iterator> twice(d.begin(), 2);
  thrust::device_vector<int> repeated(12);
  thrust::copy(twice, twice + 12, repeated.begin());
  printf("repeated");
  for (int x : thrust::host_vector<int>(repeated)) printf(" %d", x);
  printf("\n");

  thrust::device_vector<float> x(4, 1.5f), y(4, 2.0f), z(4), w(4);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), 2.0f * _1 + _2);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), x.begin(), z.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), x.end(), z.end())), Combine());
  thrust::for_each(thrust::make_zip_iterator(x.begin(), y.begin(), w.begin()),
                   thrust::make_zip_iterator(x.end(), y.end(), w.end()), thrust::make_zip_function(Add()));
  printf("zipped %g %g\n", static_cast<float>(z[0]), static_cast<float>(w[3]));
  thrust::device_vector<Float3> vectors(3, Float3(1, 2, 3));
  printf("dot %g\n",
         thrust::inner_product(vectors.begin(), vectors.end(), vectors.begin(), 0.0f, thrust::plus<float>(), Dot()));
  thrust::device_vector<int> keys(10), counts(10);
  thrust::transform(d.begin(), d.end(), keys.begin(), _1 > 5);
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1),
                                    thrust::make_discard_iterator(), counts.begin());
  printf("%d runs, the first of %d\n", static_cast<int>(ends.second - counts.begin()), static_cast<int>(counts[0]));
  auto backwards = thrust::make_tabulate_output_iterator(Store{thrust::raw_pointer_cast(counts.data())});
  thrust::copy(d.begin(), d.end(), backwards);
  printf("backwards %d %d %d\n", static_cast<int>(counts[0]), static_cast<int>(counts[1]), static_cast<int>(counts[9]));
}
