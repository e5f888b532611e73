// The sum of floats has the type of the initial value: an int.
//? plain
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
int main() {
  thrust::device_vector<float> prices(1000, 0.75f);
  float total = thrust::reduce(prices.begin(), prices.end(), 0, thrust::plus<float>());  //~ the sum has the type of its first value
  printf("total %f\n", total);
}
