// The lambda for the device captures a variable of the host by reference.
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/transform.h>
int main() {
  thrust::device_vector<float> v(1000, 1.0f);
  float factor = 3;
  thrust::transform(v.begin(), v.end(), v.begin(), [&] __device__(float x) { return x * factor; });  //~ by reference
  float first = v[0];
  printf("%f\n", first);
  return 0;
}
