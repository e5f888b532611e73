// How often each of the 256 byte values occurs: the cost of contention, and which threads should share a counter.
#pragma once

#include <cstddef>
#include <cstdint>
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
void count_byte_a_thread(const Byte* x, std::size_t n, Count* count);  // one global atomic per byte
void count_word_a_thread(const Byte* x, std::size_t n, Count* count);  // four bytes per read
void count_shared(const Byte* x, std::size_t n, Count* count);         // bins per block
void count_several(const Byte* x, std::size_t n, Count* count);        // and many words per thread
void count_by_thread(const Byte* x, std::size_t n, Count* count);      // bins per thread, in local memory
void count_apart(const Byte* x, std::size_t n, Count* count);          // lanes read far from each other
void count_by_warp(const Byte* x, std::size_t n, Count* count);        // bins per warp
void count_by_lane(const Byte* x, std::size_t n, Count* count);        // bins per lane: equal bytes are as fast

struct Rung {
  const char* name;
  void (*run)(const Byte* x, std::size_t n, Count* count);
};

inline constexpr Rung ladder[] = {
    {"byte_a_thread", count_byte_a_thread},
    {"word_a_thread", count_word_a_thread},
    {"shared", count_shared},
    {"several", count_several},
    {"by_thread", count_by_thread},
    {"apart", count_apart},
    {"by_warp", count_by_warp},
    {"by_lane", count_by_lane},
};

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
