// Fancy iterators: counting, constant, transform, permutation, zip, reverse.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/set_operations.h>
#include <thrust/transform.h>

#include <cstdio>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
typedef thrust::tuple<float, float, float> Float3;
struct DotProduct {
  __host__ __device__ float operator()(const Float3& a, const Float3& b) const {
    return thrust::get<0>(a) * thrust::get<0>(b) + thrust::get<1>(a) * thrust::get<1>(b) +
           thrust::get<2>(a) * thrust::get<2>(b);
  }
};

template <class It>
void print(const char* what, It first, It last) {
  printf("%-14s", what);
  for (; first != last; ++first) printf(" %d", static_cast<int>(*first));
  printf("\n");
}

int main() {
  thrust::counting_iterator<int> one(1);
  printf("counting: %d %d, sum %d\n", one[0], one[9], thrust::reduce(one, one + 10));
  thrust::constant_iterator<int> seven(7);
  printf("constant: sum %d\n", thrust::reduce(seven, seven + 6));
  thrust::device_vector<int> v{1, 2, 3, 4};
  auto squares = thrust::make_transform_iterator(v.begin(), Square());
  printf("squares: sum %d\n", thrust::reduce(squares, squares + 4));

  thrust::device_vector<int> map{3, 1, 0, 5}, source{10, 20, 30, 40, 50, 60};
  auto permuted = thrust::make_permutation_iterator(source.begin(), map.begin());
  printf("permuted: sum %d\n", thrust::reduce(permuted, permuted + 4));
  thrust::device_vector<int> out(12);
  thrust::copy(thrust::make_reverse_iterator(source.end()), thrust::make_reverse_iterator(source.begin()), out.begin());
  print("reversed", out.begin(), out.begin() + 6);
  thrust::copy(v.begin(), v.end(), thrust::make_transform_output_iterator(out.begin(), Square()));
  print("output", out.begin(), out.begin() + 4);

  const int n = 4;
  thrust::device_vector<float> a0{1, 2, 3, 4}, a1{0, 1, 0, 1}, a2{2, 2, 2, 2}, b0{1, 1, 1, 1}, b1{5, 6, 7, 8},
      b2{0, 1, 2, 3}, result(n);
  auto a = thrust::make_zip_iterator(thrust::make_tuple(a0.begin(), a1.begin(), a2.begin()));
  auto b = thrust::make_zip_iterator(thrust::make_tuple(b0.begin(), b1.begin(), b2.begin()));
  thrust::transform(a, a + n, b, result.begin(), DotProduct());
  print("dot products", result.begin(), result.end());

  thrust::device_vector<int> x{1, 3, 5, 7, 9}, y{1, 2, 3, 5, 8};
  print("merge", out.begin(), thrust::merge(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  print("union", out.begin(), thrust::set_union(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  print("intersection", out.begin(), thrust::set_intersection(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
  print("difference", out.begin(), thrust::set_difference(x.begin(), x.end(), y.begin(), y.end(), out.begin()));
}
