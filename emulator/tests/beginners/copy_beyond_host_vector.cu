// Copies from and to arrays of the host that are shorter, by cudaMemcpy and thrust::copy.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>

#include <cstdio>

int main() {
  const int n = 1000;
  thrust::device_vector<int> x(n);
  thrust::sequence(x.begin(), x.end());
  int* few = new int[10];
  cudaMemcpy(thrust::raw_pointer_cast(x.data()), few, 20 * sizeof(int), cudaMemcpyHostToDevice);  //~ reads 40 bytes
  delete[] few;
  thrust::host_vector<int> most(n - 1);
  thrust::copy(x.begin(), x.end(), most.begin());  //~ writes 4 bytes past the end of an array of 3996 bytes on the host
  std::printf("%d\n", most[n - 2]);
}
