// Sorting: keys, keys with values, structures, in descending order, stable, and on a stream.
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <cstdio>

struct Person {
  int age;
  float height;
};
struct ByAge {
  __host__ __device__ bool operator()(const Person& a, const Person& b) const { return a.age < b.age; }
};

template <class Vector>
void print(const char* what, const Vector& v, size_t count) {
  thrust::host_vector<typename Vector::value_type> host = v;
  printf("%s:", what);
  for (size_t i = 0; i < count; ++i) printf(" %d", static_cast<int>(host[i]));
  printf("\n");
}

int main() {
  const int n = 5000;
  thrust::host_vector<int> host(n);
  unsigned state = 7;
  for (int& x : host) x = static_cast<int>((state = state * 1664525u + 1013904223u) >> 20) % 500;
  thrust::device_vector<int> keys = host, values(n);
  thrust::sort(keys.begin(), keys.end());
  print("least", keys, 8);
  printf("sorted %d\n", thrust::is_sorted(keys.begin(), keys.end()));
  thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
  print("greatest", keys, 8);

  keys = host;
  thrust::sequence(values.begin(), values.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  print("keys", keys, 10);
  print("came from", values, 10);

  thrust::device_vector<int> wanted{0, 3, 250, 499, 900}, found(5);
  thrust::lower_bound(keys.begin(), keys.end(), wanted.begin(), wanted.end(), found.begin());
  print("lower bounds", found, 5);
  thrust::upper_bound(keys.begin(), keys.end(), wanted.begin(), wanted.end(), found.begin());
  print("upper bounds", found, 5);
  printf("250 is there: %d, 900: %d\n", thrust::binary_search(keys.begin(), keys.end(), 250),
         thrust::binary_search(keys.begin(), keys.end(), 900));

  thrust::device_vector<Person> people(4);
  people[0] = Person{33, 1.8f};
  people[1] = Person{21, 1.7f};
  people[2] = Person{33, 1.6f};
  people[3] = Person{8, 1.2f};
  thrust::stable_sort(people.begin(), people.end(), ByAge());
  for (size_t i = 0; i < people.size(); ++i) {
    const Person p = people[i];
    printf("%d years %.1f m\n", p.age, p.height);
  }

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::device_vector<double> doubles{2.5, -1.0, 1e300, -1e-300, 0.0};
  thrust::sort(thrust::cuda::par.on(stream), doubles.begin(), doubles.end());
  cudaStreamSynchronize(stream);
  for (size_t i = 0; i < doubles.size(); ++i) printf(" %g", static_cast<double>(doubles[i]));
  printf("\n");
  cudaStreamDestroy(stream);
  thrust::sort(host.begin(), host.end());
  printf("on the host: %d ... %d\n", host.front(), host.back());
}
