// How often each of the 256 byte values occurs: the cost of contention, and which threads should share a counter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace histogram {

inline constexpr int bins = 256;
using Byte = std::uint8_t;
using Count = unsigned long long;  // more than 2^32 bytes may be equal

// The reference.
inline std::vector<Count> count_cpu(const std::vector<Byte>& x) {
  std::vector<Count> count(bins, 0);
  for (const Byte value : x) ++count[value];
  return count;
}

// The rungs. x and count point to device memory: n bytes, aligned to 16 as cudaMalloc's are, and one counter per bin. x
// is not changed, count is overwritten; n may be 0. A rung does not wait for the device, and throws CudaError if a
// launch fails. Integers are counted, so the order of the atomics changes nothing.
struct Rung {
  const char* name;
  void (*run)(const Byte* x, std::size_t n, Count* count);
};

std::span<const Rung> ladder();

// The same with `tables` tables of counters for each block, 1 to 32: what shared memory they take, how many such blocks
// fit on a multiprocessor, and the histogram, for which the arguments and errors are those of a rung.
inline constexpr int most_tables = 32;
int table_bytes(int tables);
int blocks_with_tables(int tables);
void count_in_tables(const Byte* x, std::size_t n, int tables, Count* count);

// A library's histogram. It has its own counters, and chooses their size.
struct Peer {
  std::string name;
  void (*run)(const Byte* x, std::size_t n);
  std::vector<Count> (*counts)();  // of the last call
};

// Empty if no library is built in.
inline std::vector<Peer>& peers() {
  static std::vector<Peer> known;
  return known;
}

}  // namespace histogram
