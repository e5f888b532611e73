// Thrust's memory: device pointers and references, universal vectors, vectors of structures and booleans, streams.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_delete.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_new.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/universal_vector.h>

#include <cstdio>
#include <vector>

struct Point {
  int x, y;
};
struct ByX {
  __host__ __device__ bool operator()(const Point& a, const Point& b) const { return a.x < b.x; }
};

int main() {
  thrust::device_ptr<int> p = thrust::device_malloc<int>(10);
  thrust::fill(p, p + 10, 3);
  p[3] = 5;
  p[4] += 2;
  std::cout << thrust::reduce(p, p + 10) << " " << thrust::count(p, p + 10, 3) << " " << p[4] << std::endl;
  thrust::device_free(p);
  thrust::device_ptr<int> q = thrust::device_new<int>(4);
  thrust::device_delete(q, 4);

  thrust::universal_vector<int> u(5);
  for (int i = 0; i < 5; ++i) u[i] = i * i;
  std::cout << thrust::reduce(u.begin(), u.end()) << " "
            << thrust::reduce(thrust::device, u.begin(), u.end(), 0, thrust::maximum<int>()) << "\n";

  thrust::host_vector<Point> points(3);
  points[0] = {3, 1}, points[1] = {1, 2}, points[2] = {2, 3};
  thrust::device_vector<Point> d = points;
  thrust::sort(d.begin(), d.end(), ByX());
  const Point first = d[0];
  std::cout << first.y << " " << static_cast<Point>(d.back()).y << "\n";

  thrust::device_vector<int> v(3, 1);
  v.push_back(4);
  v.insert(v.begin(), 9);
  v.insert(v.begin() + 2, 2, 7);
  v.erase(v.begin() + 1);
  v.pop_back();
  v.resize(7, 8);
  for (size_t i = 0; i < v.size(); ++i) std::cout << v[i] << " ";
  std::cout << v.size() << v.empty() << "\n";
  std::vector<int> ordinary(v.begin(), v.end());
  thrust::host_vector<int> host = v;
  std::cout << ordinary[2] << (host == v) << (thrust::raw_pointer_cast(v.data()) == thrust::raw_pointer_cast(&v[0]))
            << "\n";

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::sort(thrust::cuda::par.on(stream), v.begin(), v.end(), thrust::greater<int>());
  std::cout << v[0] << " " << thrust::reduce(thrust::cuda::par_nosync.on(stream), v.begin(), v.end()) << "\n";
  cudaStreamDestroy(stream);
  thrust::device_vector<bool> flags(6, true);
  flags[2] = false;
  std::cout << thrust::count(flags.begin(), flags.end(), true) << "\n";
  thrust::device_vector<int> many(100);
  thrust::sequence(many.begin(), many.end());
  thrust::shuffle(many.begin(), many.end(), thrust::default_random_engine(5));
  const auto ends = thrust::minmax_element(many.begin(), many.end());
  std::cout << *ends.first << " " << *ends.second << " " << thrust::reduce(many.begin(), many.end()) << "\n";
  try {
    thrust::device_vector<int> huge(size_t(1) << 42);
  } catch (const std::bad_alloc&) {
    std::cout << "no memory\n";
  }
}
