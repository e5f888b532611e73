// What CUB's algorithms get: arrays that are too short, outputs in inputs, too little storage.
#include <cub/cub.cuh>
#include <vector>

struct Small {
  __host__ __device__ bool operator()(int x) const { return x < 10; }
};
template <class T>
T* zeros(int n) {
  T* p;
  cudaMalloc(&p, n * sizeof(T));
  cudaMemset(p, 0, n * sizeof(T));
  return p;
}

int main() {
  const int n = 20000;
  int *a = zeros<int>(n), *b = zeros<int>(n), *shorter = zeros<int>(n - 100), *one = zeros<int>(1);
  char* storage = zeros<char>(1 << 20);
  size_t bytes = 1 << 20;
  cub::DeviceReduce::Sum(storage, bytes, shorter, one, n);               //~ DeviceReduce::Sum
  cub::DeviceReduce::Max(storage, bytes, a + 1, one, n);                 //~ reads 4 bytes past the end
  cub::DeviceScan::ExclusiveSum(storage, bytes, a, shorter, n);          //~ writes 400 bytes past the end
  cub::DeviceScan::InclusiveSum(storage, bytes, a, a + 1, n - 1);        //~ ranges that overlap
  cub::DeviceRadixSort::SortKeys(storage, bytes, a, a, n);               //~ ranges that overlap
  cub::DeviceRadixSort::SortPairs(storage, bytes, a, b, shorter, b, n);  //~ past the end
  cub::DeviceSelect::If(storage, bytes, a, shorter, one, n, Small());    //~ writes 400 bytes past the end
  int* none = nullptr;
  cub::DeviceSelect::If(storage, bytes, a, b, none, n, Small());  //~ null pointer
  cudaDeviceSynchronize();
  cudaDeviceReset();
}
