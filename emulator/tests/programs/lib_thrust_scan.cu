// Scans: plain, by key, in place and with other operators, and what they are used for.
#include <thrust/adjacent_difference.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/transform_scan.h>

#include <cstdio>

template <class Vector>
void print(const char* what, const Vector& v) {
  printf("%-22s", what);
  for (size_t i = 0; i < v.size(); ++i) printf(" %d", static_cast<int>(v[i]));
  printf("\n");
}

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

int main() {
  thrust::device_vector<int> data{3, 1, 4, 1, 5, 9, 2, 6}, out(8);
  thrust::inclusive_scan(data.begin(), data.end(), out.begin());
  print("inclusive", out);
  thrust::exclusive_scan(data.begin(), data.end(), out.begin());
  print("exclusive", out);
  thrust::exclusive_scan(data.begin(), data.end(), out.begin(), 100);
  print("exclusive from 100", out);
  thrust::inclusive_scan(data.begin(), data.end(), out.begin(), thrust::maximum<int>());
  print("running maximum", out);
  thrust::transform_inclusive_scan(data.begin(), data.end(), out.begin(), Twice(), thrust::plus<int>());
  print("of twice", out);
  thrust::adjacent_difference(data.begin(), data.end(), out.begin());
  print("differences", out);
  thrust::inclusive_scan(out.begin(), out.end(), out.begin());
  print("and back, in place", out);

  thrust::device_vector<int> keys{0, 0, 0, 1, 1, 2, 3, 3};
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), data.begin(), out.begin());
  print("inclusive by key", out);
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), data.begin(), out.begin(), 0);
  print("exclusive by key", out);

  // Expansion: repeat element i count[i] times.
  thrust::device_vector<int> counts{3, 0, 2, 1}, values{10, 20, 30, 40}, offsets(4);
  thrust::exclusive_scan(counts.begin(), counts.end(), offsets.begin());
  const int total = offsets.back() + counts.back();
  thrust::device_vector<int> index(total, 0), expanded(total);
  thrust::scatter_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(4), offsets.begin(),
                     counts.begin(), index.begin());
  thrust::inclusive_scan(index.begin(), index.end(), index.begin(), thrust::maximum<int>());
  thrust::gather(index.begin(), index.end(), values.begin(), expanded.begin());
  print("expanded", expanded);
}
