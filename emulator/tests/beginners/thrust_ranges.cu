// Ranges of Thrust's algorithms that are longer than their vectors.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>
#include <vector>

int main() {
  const int n = 100;
  thrust::device_vector<int> a(n, 1), b(n / 2, 2), c(n);
  thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), thrust::plus<int>());  //~ past the end
  int sum = thrust::reduce(a.begin(), a.begin() + 2 * n);                            //~ past the end
  thrust::sort(b.begin(), b.begin() + n);                                            //~ past the end
  thrust::sort_by_key(a.begin(), a.end(), b.begin());                                //~ past the end
  thrust::copy(a.begin(), a.end(), b.begin());                                       //~ past the end
  sum += thrust::inner_product(a.begin(), a.end(), b.begin(), 0);                    //~ past the end
  std::vector<int> on_the_host{3, 1, 2};
  thrust::sort(thrust::device, on_the_host.begin(), on_the_host.end());  //~ host memory
  std::printf("%d\n", sum);
}
