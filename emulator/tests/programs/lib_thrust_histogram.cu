// A dense and a sparse histogram, and the sums of rows with reduce_by_key.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include <cstdio>

struct RowOf {
  int columns;
  __host__ __device__ int operator()(int i) const { return i / columns; }
};

int main() {
  const int n = 10000, bins = 12;
  thrust::host_vector<int> host(n);
  unsigned state = 3;
  for (int& x : host) {
    x = 0;
    for (int k = 0; k < 11; ++k) x += (state = state * 1664525u + 1013904223u) >> 31;
  }
  thrust::device_vector<int> data = host;
  thrust::sort(data.begin(), data.end());

  thrust::device_vector<int> dense(bins);
  thrust::counting_iterator<int> search(0);
  thrust::upper_bound(data.begin(), data.end(), search, search + bins, dense.begin());
  thrust::adjacent_difference(dense.begin(), dense.end(), dense.begin());
  printf("dense: ");
  for (int i = 0; i < bins; ++i) printf(" %d", static_cast<int>(dense[i]));
  printf("\n");

  thrust::device_vector<int> values(bins), counts(bins);
  const auto ends = thrust::reduce_by_key(data.begin(), data.end(), thrust::constant_iterator<int>(1), values.begin(),
                                          counts.begin());
  const int distinct = static_cast<int>(ends.first - values.begin());
  printf("sparse:");
  for (int i = 0; i < distinct; ++i) printf(" %d:%d", static_cast<int>(values[i]), static_cast<int>(counts[i]));
  printf("\n");

  const int rows = 4, columns = 6;
  thrust::device_vector<int> matrix(rows * columns), sums(rows);
  for (int i = 0; i < rows * columns; ++i) matrix[i] = i * i % 10;
  thrust::reduce_by_key(thrust::make_transform_iterator(thrust::counting_iterator<int>(0), RowOf{columns}),
                        thrust::make_transform_iterator(thrust::counting_iterator<int>(rows * columns), RowOf{columns}),
                        matrix.begin(), thrust::make_discard_iterator(), sums.begin());
  printf("rows:  ");
  for (int i = 0; i < rows; ++i) printf(" %d", static_cast<int>(sums[i]));
  printf("\n");
}
