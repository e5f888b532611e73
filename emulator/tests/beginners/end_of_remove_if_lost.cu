// What remove_if returns is lost.
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Neg {
  __host__ __device__ bool operator()(int x) const { return x < 0; }
};
int main() {
  thrust::device_vector<int> v(100);
  for (int i = 0; i < 100; i++) v[i] = i % 2 ? -i : i;
  thrust::remove_if(v.begin(), v.end(), Neg());  //~ returns where it ends
  printf("%d left\n", (int)v.size());
  printf("%d\n", thrust::reduce(v.begin(), v.end()));
}
