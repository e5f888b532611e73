// rejected: gather_bytes.n. is 16, should be 20
#include <cstddef>

// Bytes read and written by y[i] = a * x[i] + y[i], for n floats
std::size_t saxpy_bytes(std::size_t n) {
  return 3 * n * sizeof(float);
}

// by out[i] = table[index[i]]: n indices of type int, doubles in the table
std::size_t gather_bytes(std::size_t n) {
  return n * 2 * sizeof(double);
}

// by blocks of 256 threads that read n floats, one per thread, and write one float per block
std::size_t block_sum_bytes(std::size_t n) {
  return (n + (n + 255) / 256) * sizeof(float);
}

// GB/s: 10^9 bytes per second
double bandwidth(std::size_t bytes, double milliseconds) {
  return static_cast<double>(bytes) / (milliseconds * 1e6);
}
