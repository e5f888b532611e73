// The largest of negative temperatures, with a reduction that starts at 0.
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
int main() {
  thrust::device_vector<float> temperatures(1000);
  for (int i = 0; i < 1000; i++) temperatures[i] = -5.0f - i % 40;
  float warmest =
      thrust::reduce(temperatures.begin(), temperatures.end(), 0.0f, thrust::maximum<float>());  //~ its start
  printf("warmest: %f\n", warmest);
  return 0;
}
