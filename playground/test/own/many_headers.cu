// Headers that no precompiled one has, exceptions, and Thrust.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

template <class T>
__global__ void add(T* x, T value) {
  x[threadIdx.x] += value;
}

int main() {
  std::vector<int> numbers(100);
  for (int i = 0; i < 100; ++i) numbers[i] = (37 * i) % 100;
  thrust::device_vector<int> d_numbers = numbers;
  add<<<1, 100>>>(thrust::raw_pointer_cast(d_numbers.data()), 1);
  std::cout << "sum: " << thrust::reduce(d_numbers.begin(), d_numbers.end()) << '\n';
  std::sort(numbers.begin(), numbers.end());
  std::map<std::string, int> names{{"first", numbers.front()}, {"last", numbers.back()}};
  for (const auto& [name, value] : names) std::cout << name << ' ' << value << '\n';
  try {
    if (names.size() == 2) throw std::runtime_error("thrown and caught");
  } catch (const std::exception& e) {
    std::cout << e.what() << '\n';
  }
}
