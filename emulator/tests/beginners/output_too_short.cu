// The output of copy_if has fewer elements than are copied.
#include <stdio.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
int main() {
  thrust::device_vector<int> all(1000, 2), even(100);
  thrust::copy_if(all.begin(), all.end(), even.begin(), IsEven());  //~ past the end of 400 bytes of its output
  int one = even[5];
  printf("%d\n", one);
  return 0;
}
