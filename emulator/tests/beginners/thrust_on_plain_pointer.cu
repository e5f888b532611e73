// A pointer of cudaMalloc goes to Thrust as it is: Thrust takes it for the host's memory.
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

#include <cstdio>
#include <vector>

int main() {
  const int days = 365;
  std::vector<float> rain(days);
  for (int d = 0; d < days; d++) rain[d] = (d * 37) % 91 * 0.5f;
  float* d_rain;
  cudaMalloc(&d_rain, days * sizeof(float));
  cudaMemcpy(d_rain, rain.data(), days * sizeof(float), cudaMemcpyHostToDevice);
  float* wettest = thrust::max_element(d_rain, d_rain + days);  //~ host code read device memory
  printf("the wettest day is %ld\n", long(wettest - d_rain));
  cudaFree(d_rain);
  return 0;
}
//= thrust::device as the first argument
