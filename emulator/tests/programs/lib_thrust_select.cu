// Selecting elements: copy_if, remove_if, unique and partition, also on zipped ranges.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/find.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/sequence.h>
#include <thrust/unique.h>

#include <cstdio>

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct FirstIsNegative {
  template <class Tuple>
  __host__ __device__ bool operator()(const Tuple& t) const {
    return thrust::get<0>(t) < 0;
  }
};

template <class It>
void print(const char* what, It first, It last) {
  printf("%-18s", what);
  for (; first != last; ++first) printf(" %d", static_cast<int>(*first));
  printf("\n");
}

int main() {
  thrust::device_vector<int> v{1, 4, 2, 8, 5, 7, 1, 1, 6, 6, 6, 3}, out(12);
  auto end = thrust::copy_if(v.begin(), v.end(), out.begin(), IsOdd());
  print("odd", out.begin(), end);
  end = thrust::copy_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(12), v.begin(), out.begin(),
                        IsOdd());
  print("where", out.begin(), end);
  end = thrust::unique_copy(v.begin(), v.end(), out.begin());
  print("unique neighbours", out.begin(), end);

  thrust::device_vector<int> w = v;
  w.erase(thrust::remove_if(w.begin(), w.end(), IsOdd()), w.end());
  print("odd removed", w.begin(), w.end());
  w = v;
  w.erase(thrust::remove(w.begin(), w.end(), 6), w.end());
  print("six removed", w.begin(), w.end());
  w = v;
  auto middle = thrust::stable_partition(w.begin(), w.end(), IsOdd());
  printf("%d odd ones first: ", static_cast<int>(middle - w.begin()));
  print("", w.begin(), w.end());
  printf("first 8 at %d, 99 at %d\n", static_cast<int>(thrust::find(v.begin(), v.end(), 8) - v.begin()),
         static_cast<int>(thrust::find(v.begin(), v.end(), 99) - v.begin()));

  thrust::device_vector<float> x{1.0f, -2.0f, 3.0f, -4.0f, 5.0f};
  thrust::device_vector<int> id(5);
  thrust::sequence(id.begin(), id.end());
  auto first = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), id.begin()));
  auto last = thrust::remove_if(first, first + 5, FirstIsNegative());
  const int left = static_cast<int>(last - first);
  for (int i = 0; i < left; ++i) printf("(%g, %d) ", static_cast<float>(x[i]), static_cast<int>(id[i]));
  printf("%d left\n", left);

  thrust::device_vector<int> keys{1, 1, 2, 2, 2, 9}, values{10, 11, 12, 13, 14, 15};
  auto ends = thrust::unique_by_key(keys.begin(), keys.end(), values.begin());
  print("keys", keys.begin(), ends.first);
  print("values", values.begin(), ends.second);
}
