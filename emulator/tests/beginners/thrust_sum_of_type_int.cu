// The sum of floats has the type of the initial value: an int.
//? plain
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

#include <cstdio>
int main() {
  thrust::device_vector<float> prices(1000, 0.75f);
  thrust::plus<float> add;
  float total = thrust::reduce(prices.begin(), prices.end(), 0, add);  //~ the sum has the type of its first value
  printf("total %f\n", total);
}
