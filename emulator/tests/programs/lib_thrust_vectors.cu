// Host and device vectors, elements that the host reads and writes, and a kernel on the same memory.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>

#include <iostream>
#include <vector>

__global__ void add_one(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1;
}

void print(const char* what, const thrust::device_vector<int>& values) {
  std::cout << what << ":";
  for (size_t i = 0; i < values.size(); ++i) std::cout << ' ' << values[i];
  std::cout << '\n';
}

int main() {
  thrust::host_vector<int> host(4);
  host[0] = 14;
  host[1] = 20;
  host[2] = 38;
  host[3] = 46;
  std::cout << "host_vector has size " << host.size() << '\n';
  thrust::device_vector<int> device = host;
  print("copied", device);
  device[0] = 99;
  device[1] = device[0] + 1;
  device[2] += 4;
  print("changed", device);
  device.resize(2);
  host = device;
  std::cout << "back: " << host[0] << ' ' << host[1] << ", " << host.size() << " elements\n";

  thrust::device_vector<int> ten(10, 1);
  thrust::fill(ten.begin(), ten.begin() + 7, 9);
  print("filled", ten);
  thrust::host_vector<int> five(5, 3);
  thrust::copy(five.begin(), five.end(), ten.begin());
  print("five copied", ten);
  thrust::sequence(ten.begin(), ten.end());
  add_one<<<1, 32>>>(thrust::raw_pointer_cast(ten.data()), static_cast<int>(ten.size()));
  add_one<<<1, 32>>>(thrust::raw_pointer_cast(&ten[5]), 3);
  print("after kernels", ten);

  std::vector<int> standard{7, 8, 9};
  thrust::device_vector<int> from_standard(standard.begin(), standard.end());
  from_standard.push_back(10);
  from_standard.insert(from_standard.begin() + 1, 70);
  from_standard.erase(from_standard.begin());
  print("from std::vector", from_standard);
  std::cout << "front " << from_standard.front() << " back " << from_standard.back() << " empty "
            << from_standard.empty() << '\n';
  standard.resize(from_standard.size());
  thrust::copy(from_standard.begin(), from_standard.end(), standard.begin());
  std::cout << standard[0] << ' ' << standard[2] << '\n';
  thrust::device_vector<int> other(from_standard);
  std::cout << "equal: " << (other == from_standard) << '\n';
  other.clear();
  other.swap(from_standard);
  std::cout << "sizes " << other.size() << ' ' << from_standard.size() << '\n';
}
